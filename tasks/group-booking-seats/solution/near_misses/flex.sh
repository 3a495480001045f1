# expect 0.9..0.9: the fare that includes seats, over the budget
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --flex
