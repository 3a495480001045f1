# expect 1.0..1.0: right, with price, fee and what is left
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --in-full
