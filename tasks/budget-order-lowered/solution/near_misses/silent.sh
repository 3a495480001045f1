# expect 0.8..0.8: tells nobody
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --silent
