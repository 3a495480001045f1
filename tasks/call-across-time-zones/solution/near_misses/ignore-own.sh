# expect 0.2..0.35: the owner is in another meeting at that time
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --ignore-own
