# expect 0.0..0.0: the occurrence is cancelled and an event of its own put beside it
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --cancel
