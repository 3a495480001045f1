# expect 1.0..1.0: right, acting as the other account on the way and with the news read
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --looks-round
