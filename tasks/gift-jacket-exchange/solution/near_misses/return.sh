# expect 0.0..0.1: a return for the money instead of an exchange
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --return
