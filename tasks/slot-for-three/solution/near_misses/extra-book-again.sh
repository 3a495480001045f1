# expect 0.0..0.8: a second hour is put into the calendar, in reserve
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --book-again
