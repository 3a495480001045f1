# expect 0.0..0.0: the checkout is believed and nobody looks whether the order exists
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --believe
