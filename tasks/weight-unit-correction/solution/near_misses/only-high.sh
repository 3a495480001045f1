# expect 0.4..0.6: sees only those that are far too high
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --only-high
