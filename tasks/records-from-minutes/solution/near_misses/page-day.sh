# expect 0.65..0.85: counts from the day of the page, not of the meeting
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --page-day
