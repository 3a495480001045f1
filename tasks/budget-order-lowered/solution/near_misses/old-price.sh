# expect 0.1..0.3: orders the nicest at the price that was withdrawn
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --old-price
