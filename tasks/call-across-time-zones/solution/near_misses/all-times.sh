# expect 0.7..0.8: names every time there is
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --all-times
