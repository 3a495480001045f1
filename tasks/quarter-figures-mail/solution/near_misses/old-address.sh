# expect 0.6..0.7: an address that is closed
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --old-address
