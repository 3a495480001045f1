# expect 0.65..0.85: leaves days on weekends
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --weekends
