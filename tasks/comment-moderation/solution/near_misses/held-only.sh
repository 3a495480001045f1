# expect 0.4..0.8: overlooks what is shown but reported
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --held-only
