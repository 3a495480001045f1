# expect 0.8..0.8: tells the host several flights
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --hedge
