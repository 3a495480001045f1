# expect 0.6..0.7: answers the question that stays open
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --guess
