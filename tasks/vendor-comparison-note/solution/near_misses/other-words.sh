# expect 1.0..1.0: right, in slightly other words
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --other-words
