# expect 0.75..0.85: the hours of the yard before they were changed
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --old-hours
