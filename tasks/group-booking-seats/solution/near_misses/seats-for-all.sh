# expect 0.9..0.9: pays seats for all, over the budget
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --seats-for-all
