# expect 0.75..0.75: leaves open what the flatmate has ordered
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --tick-ordered
