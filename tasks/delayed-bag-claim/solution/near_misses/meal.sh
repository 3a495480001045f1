# expect 0.3..0.7: claims for the dinner as well
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --meal
