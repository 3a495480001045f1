# expect 0.5..0.7: looks again, but the texts are too long for their accounts
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --text-alone
