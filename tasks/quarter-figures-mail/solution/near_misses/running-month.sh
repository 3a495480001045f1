# expect 0.3..0.4: takes the month that is not over for one of the three
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --running-month
