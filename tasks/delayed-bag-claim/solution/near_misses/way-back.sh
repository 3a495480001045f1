# expect 0.0..0.0: the flight back instead of the one out
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --way-back
