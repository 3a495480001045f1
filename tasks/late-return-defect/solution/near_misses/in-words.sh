# expect 1.0..1.0: right, as a list with the sum, numbers in lower case
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --in-words
