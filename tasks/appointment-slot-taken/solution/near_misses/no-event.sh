# expect 0.85..0.85: leaves the calendar as it is
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-event
