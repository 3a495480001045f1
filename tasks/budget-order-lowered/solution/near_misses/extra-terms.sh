# expect 0.0..0.8: right, but changes the terms of a vendor as well
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --terms
