# expect 1.0..1.0: right, with a collection of pages made on the way
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --keep
