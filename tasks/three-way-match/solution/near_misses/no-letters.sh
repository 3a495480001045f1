# expect 0.8..0.8: disputes but writes to nobody
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-letters
