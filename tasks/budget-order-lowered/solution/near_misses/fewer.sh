# expect 0.0..0.25: orders as many of the nicest as the cut budget carries
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --fewer
