# expect 0.8..0.8: tells the host neither flight nor time
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --vague
