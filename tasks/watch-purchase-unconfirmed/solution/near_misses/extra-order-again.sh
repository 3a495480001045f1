# expect 0.0..0.4: ordered once more after the order is there
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --order-again
