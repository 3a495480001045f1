# expect 0.6..0.75: the record of a contract that has ended
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --ended
