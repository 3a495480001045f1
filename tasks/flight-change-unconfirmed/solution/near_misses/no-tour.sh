# expect 0.6..0.6: noticed and repeated, but back before the tour of the plant
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-tour
