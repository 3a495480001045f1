# expect 0.6..0.7: noticed and sent again, to the list of the first mail
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --old-board
