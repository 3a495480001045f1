# expect 0.8..0.8: says that the goal was exceeded by what it was missed by
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --wrong-way
