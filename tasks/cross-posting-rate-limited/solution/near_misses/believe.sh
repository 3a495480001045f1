# expect 0.3..0.5: the answers that all is published are believed
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --believe
