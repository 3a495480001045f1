# expect 0.1..0.2: counts what was cancelled or went to a friend
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --every-order
