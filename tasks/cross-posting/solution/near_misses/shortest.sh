# expect 0.7..0.8: the shortest text everywhere
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --shortest
