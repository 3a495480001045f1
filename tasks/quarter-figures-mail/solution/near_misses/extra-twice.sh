# expect 0.0..0.3: the same mail goes out a second time
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --twice
