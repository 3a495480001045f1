# expect 0.8..0.8: tells the host two times of landing, to be on the safe side
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --either
