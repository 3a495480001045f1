# expect 0.8..0.8: pays the change fee for the way back too, although it is free
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --pay-twice
