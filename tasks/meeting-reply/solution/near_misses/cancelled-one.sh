# expect 0.0..0.2: an entry of the same name that has been cancelled
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --cancelled-one
