# expect 0.6..0.6: asks without saying what it is about
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --vague
