# expect 0.0..0.3: all that is on the list is ticked off
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --tick-all
