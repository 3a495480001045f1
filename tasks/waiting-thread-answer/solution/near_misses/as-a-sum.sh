# expect 1.0..1.0: right, with the sums spelled out
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --as-a-sum
