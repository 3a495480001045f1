# expect 0.45..0.55: a range of totals and of days instead of the settled ones
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --range
