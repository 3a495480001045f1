# expect 1.0..1.0: right, in other words and in a new mail
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --own-words
