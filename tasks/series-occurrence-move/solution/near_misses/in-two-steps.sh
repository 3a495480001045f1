# expect 1.0..1.0: first somewhere else, then put back and moved to the right time
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --in-two-steps
