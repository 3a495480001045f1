# expect 0.85..0.85: puts it into the calendar as time that others may book
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --shown-free
