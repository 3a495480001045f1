# expect 0.7..0.8: takes a text that was never agreed, or withdrawn
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --any-state
