# expect 0.0..0.0: the answer goes to another client of the same surname
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --other-namesake
