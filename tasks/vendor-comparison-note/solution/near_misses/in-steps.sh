# expect 1.0..1.0: right, in two steps
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --in-steps
