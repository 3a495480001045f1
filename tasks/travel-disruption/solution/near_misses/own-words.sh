# expect 1.0..1.0: right, in other words, in a new mail and with a new entry of the flight
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --own-words
