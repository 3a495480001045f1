# expect 0.0..0.1: enters everything as of now
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --today --believe
