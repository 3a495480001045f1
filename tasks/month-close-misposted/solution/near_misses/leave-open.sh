# expect 0.5..0.5: prepares everything but does not lock
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --leave-open
