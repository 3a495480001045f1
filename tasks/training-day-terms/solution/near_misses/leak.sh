# expect 0.3..0.5: the figure that was to stay between the two is given away
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --leak
