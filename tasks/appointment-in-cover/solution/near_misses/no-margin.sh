# expect 0.3..0.5: leaves no half hour before and after
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-margin
