# expect 0.0..0.5: one post too many on the main account
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --post-twice
