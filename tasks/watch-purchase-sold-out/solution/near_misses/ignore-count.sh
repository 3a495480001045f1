# expect 0.3..0.4: a high rating from a handful of people
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --ignore-count
