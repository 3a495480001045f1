# expect 0.0..0.3: takes the running month for one of the three
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --with-this-month
