# expect 0.85..0.95: leaves what has a record as it is
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --leave-known
