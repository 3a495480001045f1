# expect 0.7..0.8: looks at the list once only, and misses what was added
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --one-look
