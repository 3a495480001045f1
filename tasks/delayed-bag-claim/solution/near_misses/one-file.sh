# expect 1.0..1.0: right, with the receipts in one file
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --one-file
