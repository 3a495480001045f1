# expect 0.75..0.85: takes a request for a promise
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --refused
