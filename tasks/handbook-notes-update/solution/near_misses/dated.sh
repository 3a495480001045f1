# expect 1.0..1.0: right, the entries with date, line, editions and paragraph
exec python3 /solution/solve.py --dated
