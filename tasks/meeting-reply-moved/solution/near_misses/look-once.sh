# expect 0.0..0.2: what the calendar said when it was looked up
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --look-once
