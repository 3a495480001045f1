# expect 0.0..0.8: right, but the books are corrected as well
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --correct
