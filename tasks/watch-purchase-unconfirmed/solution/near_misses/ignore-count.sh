# expect 0.3..0.4: noticed and ordered again, but a watch with a handful of ratings
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --ignore-count
