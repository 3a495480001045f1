# expect 1.0..1.0: right, with what was added and the hours that do not hold any more
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --in-context
