# expect 0.6..0.8: leaves what was dropped or is there twice
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --leave-strays
