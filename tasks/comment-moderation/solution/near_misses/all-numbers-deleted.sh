# expect 0.7..0.8: deletes also the number that somebody gave of themselves
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --all-numbers-deleted
