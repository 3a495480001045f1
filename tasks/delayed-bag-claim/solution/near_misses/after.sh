# expect 0.3..0.7: claims for what was bought after the bag had come
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --after
