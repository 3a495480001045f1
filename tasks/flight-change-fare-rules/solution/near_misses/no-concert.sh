# expect 0.0..0.3: flies a day early, over the concert
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-concert
