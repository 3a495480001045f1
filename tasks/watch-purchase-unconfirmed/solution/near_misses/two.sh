# expect 0.4..0.4: the right watch, but two of it
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --two
