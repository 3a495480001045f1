# expect 0.0..0.2: a flight that leaves too soon after the handing over
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-airport
