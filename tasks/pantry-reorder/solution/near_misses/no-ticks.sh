# expect 0.75..0.75: the list stays as it is
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-ticks
