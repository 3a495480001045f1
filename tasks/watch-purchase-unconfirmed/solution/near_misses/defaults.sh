# expect 0.6..0.7: noticed and ordered again, with what was preset
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --defaults
