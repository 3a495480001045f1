# expect 0.3..0.4: cheaper, but not made for swimming
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --ignore-water
