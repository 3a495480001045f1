# expect 0.25..0.35: the answers that all is stored are believed
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --believe
