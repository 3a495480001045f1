# expect 0.75..0.85: one of the three that are settled is ticked off
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --tick-one
