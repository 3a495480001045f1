# expect 0.1..0.7: where nobody knows, one of the two values is taken
exec python3 /solution/solve.py --guess
