# expect 0.6..0.7: the list of the first mail, with the one who has left
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --old-board
