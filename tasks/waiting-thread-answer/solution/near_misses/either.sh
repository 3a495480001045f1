# expect 0.1..0.2: several numbers of each kind
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --either
