# expect 0.4..0.4: asks but begins nothing
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --only-ask
