# expect 0.4..0.4: a list of the receipts, typed anew, instead of the receipts
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --typed
