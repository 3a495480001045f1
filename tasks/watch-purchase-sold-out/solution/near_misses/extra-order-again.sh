# expect 0.0..0.4: the same order placed a second time
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --order-again
