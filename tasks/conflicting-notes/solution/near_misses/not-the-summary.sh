# expect 0.9..0.95: the summary keeps the old meter
exec python3 /solution/solve.py --not-the-summary
