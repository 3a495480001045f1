# expect 0.7..0.7: names many numbers and a range
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --hedge
