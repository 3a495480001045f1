# expect 0.3..0.4: figures with and without what was to be left out
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --both
