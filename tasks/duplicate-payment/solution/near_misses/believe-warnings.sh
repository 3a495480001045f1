# expect 0.5..0.65: takes the two lots for a duplicate because Ledgerline points them out
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --believe-warnings
