# expect 1.0..1.0: right, with the day in the subject of the message alone
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --day-in-subject
