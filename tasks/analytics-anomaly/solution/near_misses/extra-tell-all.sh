# expect 0.5..0.8: all right, but it is told to everybody too
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --tell-all
