# expect 0.3..0.6: the name that fewer skills require is kept
exec python3 /solution/solve.py --wrong-survivor
