# expect 1.0..1.0: right, with what a merged skill requires one a line
exec python3 /solution/solve.py --one-a-line
