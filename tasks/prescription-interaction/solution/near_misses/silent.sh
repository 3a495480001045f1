# expect 0.6..0.6: asks nobody
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --silent
