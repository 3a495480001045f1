# expect 0.6..0.6: what was added comes in a second order
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --second-order
