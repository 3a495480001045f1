# expect 0.3..0.5: overwrites with the list what was agreed in writing
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --list-prices
