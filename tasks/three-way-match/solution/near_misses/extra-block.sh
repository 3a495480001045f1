# expect 0.0..0.8: right, but a vendor is blocked as well
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --blocks
