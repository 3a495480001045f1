# expect 0.8..0.9: the older file that lies ready under the same name
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --library
