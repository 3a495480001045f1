# expect 0.0..0.3: orders the nicest and does not look at the budget again
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --once
