# expect 0.0..0.0: answers the seller who complains the loudest
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --loudest
