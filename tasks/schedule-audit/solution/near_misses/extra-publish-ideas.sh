# expect 0.6..0.8: all right, but what was only an idea is scheduled too
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --publish-ideas
