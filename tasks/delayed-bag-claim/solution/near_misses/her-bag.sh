# expect 0.6..0.8: the first tag of the report, which is the fellow traveller's
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --her-tag
