# expect 1.0..1.0: right, as a list, with those who do not come named as such
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --in-short
