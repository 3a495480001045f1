# expect 0.0..0.8: right, but the drafts of this month are posted as well
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --this-month-too
