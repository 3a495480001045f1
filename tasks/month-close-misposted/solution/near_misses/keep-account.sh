# expect 0.7..0.8: does not see the cost on the wrong account
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --keep-account
