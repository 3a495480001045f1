# expect 0.6..0.85: hands in the whole bill of the hotel
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --with-minibar
