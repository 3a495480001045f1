# expect 0.7..0.8: everybody gets the time on the owner's clock
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --one-clock
