# expect 0.6..0.8: the copy still has the old key
exec python3 /solution/solve.py --old-local
