# expect 0.2..0.4: the account in full, as the supplier has asked
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --full-account
