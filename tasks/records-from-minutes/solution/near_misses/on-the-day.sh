# expect 0.65..0.75: due on the day of the meeting, not the day before
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --on-the-day
