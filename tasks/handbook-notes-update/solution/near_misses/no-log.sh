# expect 0.8..0.9: the list of changes is forgotten
exec python3 /solution/solve.py --no-log
