# expect 0.3..0.5: takes the first free time without looking into the calendar
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-calendar
