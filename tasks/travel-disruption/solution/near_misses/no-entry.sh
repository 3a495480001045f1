# expect 0.85..0.95: the entry of the flight stays as it was
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-entry
