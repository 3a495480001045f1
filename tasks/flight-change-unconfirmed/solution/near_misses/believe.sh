# expect 0.0..0.0: the change is believed, and the host told of a flight that is not booked
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --believe
