# expect 0.3..0.5: names two choices
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --hedge
