# expect 0.4..0.6: the terms of last season
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --last-season
