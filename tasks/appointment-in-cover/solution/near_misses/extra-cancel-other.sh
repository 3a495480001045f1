# expect 0.0..0.8: right, but another appointment is cancelled
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --cancel-other
