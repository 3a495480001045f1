# expect 0.8..0.9: names every room there is
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --all-rooms
