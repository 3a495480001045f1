# expect 0.6..0.7: the right watch in the end, with what was preset
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --defaults
