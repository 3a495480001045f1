# expect 0.8..0.8: asks for a new invoice without saying what it should come to
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --vague
