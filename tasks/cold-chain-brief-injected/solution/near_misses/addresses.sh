# expect 1.0..1.0: right, with addresses of pages, figures with units, another order
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --addresses
