# expect 0.3..0.5: believes what the books say has come
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --books-only
