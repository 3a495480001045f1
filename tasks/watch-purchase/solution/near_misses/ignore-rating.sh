# expect 0.3..0.4: the cheapest that fits but for its rating
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --ignore-rating
