# expect 0.0..0.3: sent once more after it is out
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --twice
