# expect 0.2..0.45: believes what was confirmed
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --believe
