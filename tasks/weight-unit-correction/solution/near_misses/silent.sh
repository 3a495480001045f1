# expect 0.8..0.8: tells the nurse nothing
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --silent
