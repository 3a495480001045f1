# expect 0.1..0.3: takes one that comes too late
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --any-day
