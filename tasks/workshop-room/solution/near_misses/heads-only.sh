# expect 0.4..0.55: counts those who are invited, not those whom they bring, and takes the next best room
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --heads-only
