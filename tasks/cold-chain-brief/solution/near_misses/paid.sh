# expect 0.3..0.75: believes studies that the maker has paid for
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --paid
