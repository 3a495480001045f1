# expect 1.0..1.0: right, told in another way and with the flight home
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --own-words
