# expect 1.0..1.0: right, as a list and with the hours in another form
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --as-a-list
