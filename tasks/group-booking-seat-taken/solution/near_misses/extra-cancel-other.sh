# expect 0.0..0.7: all right, and another journey is cancelled
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --cancel-other
