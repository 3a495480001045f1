# expect 0.4..0.8: takes withdrawn and replaced pages like any other
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --any-standing
