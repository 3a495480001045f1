# expect 0.7..0.9: does not count the owner at the dinner
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --guests-only
