# expect 0.3..0.6: all done, but one of them gets a mail about it
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --write
