# expect 0.8..0.8: the parent across the aisle from the child
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --apart
