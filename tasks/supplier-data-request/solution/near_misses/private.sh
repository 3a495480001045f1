# expect 0.2..0.4: the private number of one colleague goes to another
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --private
