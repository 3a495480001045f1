# expect 0.1..0.4: what sounds like a room is ticked off
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --tick-rooms
