# expect 0.5..0.7: goes by the plan alone, not by what has been changed since
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-log
