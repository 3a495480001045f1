# expect 0.0..0.0: the whole series is moved
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --series
