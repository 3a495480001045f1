# expect 0.4..0.6: adds new lines and lets the old ones stand
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --append
