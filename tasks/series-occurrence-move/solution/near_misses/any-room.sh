# expect 0.2..0.4: the first time at all, in another room
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --any-room
