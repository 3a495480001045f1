# expect 0.0..0.4: another time as well
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --move-time
