# expect 0.75..0.85: takes every day of the trip for a full one
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --all-full
