# expect 0.7..0.8: the answer names neither number nor jacket
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --vague
