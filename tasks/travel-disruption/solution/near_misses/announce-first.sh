# expect 0.75..0.85: tells of a flight before it is sure, and it is full
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --announce-first
