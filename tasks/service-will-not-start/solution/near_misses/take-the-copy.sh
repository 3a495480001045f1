# expect 0.2..0.5: the half-converted loans are taken for the whole
exec python3 /solution/solve.py --take-the-copy
