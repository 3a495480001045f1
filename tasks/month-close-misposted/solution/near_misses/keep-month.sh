# expect 0.7..0.8: does not look for the missing cost in the running month
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --keep-month
