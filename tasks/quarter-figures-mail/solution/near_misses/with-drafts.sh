# expect 0.3..0.4: counts what has been entered and is not posted
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --with-drafts
