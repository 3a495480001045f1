# expect 1.0..1.0: hashtags in another order
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --blank-lines
