# expect 0.8..0.94: names many amounts, whatever will be right
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --ladder
