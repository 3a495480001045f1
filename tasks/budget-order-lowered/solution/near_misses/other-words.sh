# expect 1.0..1.0: right, in other words and with the reason
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --other-words
