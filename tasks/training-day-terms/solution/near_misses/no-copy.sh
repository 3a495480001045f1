# expect 0.75..0.85: the colleague who books prices is not in copy
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-copy
