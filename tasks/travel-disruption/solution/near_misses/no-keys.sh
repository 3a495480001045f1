# expect 0.0..0.2: the first flight of the day, while the keys are handed over
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-keys
