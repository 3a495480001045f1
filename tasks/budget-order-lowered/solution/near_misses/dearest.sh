# expect 0.1..0.3: takes the dearest that fits
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --dearest
