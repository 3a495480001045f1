# expect 0.6..0.6: back by a flight that is too soon after the tour
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --hurry
