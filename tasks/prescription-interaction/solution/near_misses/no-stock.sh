# expect 0.7..0.85: lists it without any stock
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-stock
