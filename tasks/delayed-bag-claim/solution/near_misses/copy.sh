# expect 0.3..0.7: counts a receipt and its copy as two purchases
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --copy
