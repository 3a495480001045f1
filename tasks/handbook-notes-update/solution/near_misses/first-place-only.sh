# expect 0.7..0.8: the value is corrected in its own note but not where it is repeated
exec python3 /solution/solve.py --first-place-only
