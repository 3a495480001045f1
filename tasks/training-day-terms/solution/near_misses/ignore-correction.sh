# expect 0.6..0.7: the price of the main thread, although it was raised in a later mail
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --ignore-correction
