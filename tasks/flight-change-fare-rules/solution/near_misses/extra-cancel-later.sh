# expect 0.0..0.7: all right, and the journey after that is cancelled
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --cancel-later
