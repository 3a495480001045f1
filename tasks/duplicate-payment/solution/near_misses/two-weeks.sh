# expect 0.7..0.85: pays as well what is not due before the week after
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --two-weeks
