# expect 0.85..0.95: deletes what should have become a draft
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --delete
