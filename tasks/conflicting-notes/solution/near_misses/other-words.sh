# expect 1.0..1.0: the open questions put in other words
exec python3 /solution/solve.py --other-words
