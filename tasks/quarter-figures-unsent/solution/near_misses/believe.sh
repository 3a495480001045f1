# expect 0.0..0.0: the answer that it was sent is believed
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --believe
