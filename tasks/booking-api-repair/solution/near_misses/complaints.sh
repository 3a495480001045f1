# expect 0.2..0.35: what the complaints show, and not the requests of the same second
exec python3 /solution/solve.py --complaints
