# expect 0.4..0.7: hands in without receipts
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-receipts
