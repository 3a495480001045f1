# expect 0.65..0.75: unpins what was pinned first, not the oldest post
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --first-pinned
