# expect 0.7..0.9: an hour off, another time zone
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --another-clock
