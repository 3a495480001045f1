# expect 0.5..0.7: orders for those who were there first
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --first-count
