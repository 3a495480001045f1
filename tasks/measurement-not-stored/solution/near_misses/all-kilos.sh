# expect 0.0..0.3: takes the pounds for kilograms
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --all-kilos
