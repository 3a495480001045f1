# expect 0.0..0.5: ticks off the chores too
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --tick-all
