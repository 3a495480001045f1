# expect 0.6..0.7: the partner who wants to be in copy is not
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-copy
