# expect 0.0..0.5: all right, and then once more on the main account
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --post-twice
