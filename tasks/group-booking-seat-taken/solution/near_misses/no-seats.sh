# expect 0.0..0.0: everybody booked, but no seats
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-seats
