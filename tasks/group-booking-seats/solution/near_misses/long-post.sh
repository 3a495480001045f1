# expect 1.0..1.0: right, with a longer message
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --long-post
