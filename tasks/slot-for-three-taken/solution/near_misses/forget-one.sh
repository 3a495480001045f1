# expect 0.75..0.9: heeds the warning, but one of the three is not invited
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --forget-one
