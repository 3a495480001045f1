# expect 0.2..0.8: the right goods in any size
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --any-size
