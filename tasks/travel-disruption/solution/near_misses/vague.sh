# expect 0.55..0.65: tells neither flight nor landing
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --vague
