# expect 0.9..0.9: the way to the airport only
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --one-way
