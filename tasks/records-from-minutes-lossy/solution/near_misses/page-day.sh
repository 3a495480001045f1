# expect 0.65..0.85: looks again, but counts from the day of the page
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --page-day
