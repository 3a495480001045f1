# expect 0.0..0.4: the cheapest flight, before the one who is stuck in the office can be there
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --cheapest
