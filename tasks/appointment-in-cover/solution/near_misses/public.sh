# expect 0.85..0.85: puts it into the calendar for all to read
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --public
