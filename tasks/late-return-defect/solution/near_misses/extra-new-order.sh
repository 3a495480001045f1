# expect 0.2..0.3: all right, and something new is ordered as well
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --new-order
