# expect 0.75..0.85: takes the hour of the mail in between
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --second-hour
