# expect 0.0..0.6: all right, and then all of it once more
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --order-again
