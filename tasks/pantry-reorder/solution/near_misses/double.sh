# expect 0.6..0.8: takes the doubled line for twice as much
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --double
