# expect 0.8..0.92: cites pages that only repeat a figure as well
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --repeats
