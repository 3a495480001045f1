# expect 0.7..0.8: the last day of a month counts, but not what is entered late or came back
exec python3 /solution/solve.py --only-last-day
