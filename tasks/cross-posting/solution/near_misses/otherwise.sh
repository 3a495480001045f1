# expect 1.0..1.0: hashtags in another order, both pictures of the main account described at once
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --otherwise
