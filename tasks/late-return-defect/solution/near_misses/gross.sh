# expect 0.85..0.85: tells the price instead of what comes back
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --gross
