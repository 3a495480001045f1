# expect 0.8..0.8: noticed and repeated, but pays the fee for the way back too
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --pay-twice
