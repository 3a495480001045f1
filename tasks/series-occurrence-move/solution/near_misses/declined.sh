# expect 0.0..0.0: the day of a meeting that has been declined
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --declined
