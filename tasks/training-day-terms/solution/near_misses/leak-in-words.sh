# expect 0.3..0.5: the confidential figure with its digits apart
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --leak-in-words
