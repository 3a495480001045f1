# expect 0.3..0.5: does not look for safety notices
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-notices
