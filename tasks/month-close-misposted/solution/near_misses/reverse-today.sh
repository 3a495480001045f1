# expect 0.7..0.8: takes the cost back in the running month
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --reverse-today
