# expect 1.0..1.0: notices afterwards, cancels and orders anew, and deletes the doubled line
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --afterwards
