# expect 0.45..0.55: sees that a record is missing, not that another lacks fields
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --count-only
