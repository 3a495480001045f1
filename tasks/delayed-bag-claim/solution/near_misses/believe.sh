# expect 0.4..0.4: believes that all receipts were stored and hands the claim in
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --believe
