# expect 0.6..0.7: three guesses at the total
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --near-total
