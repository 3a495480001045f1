# expect 0.4..0.6: all right, but the criteria are rewritten as well
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --fix-criteria
