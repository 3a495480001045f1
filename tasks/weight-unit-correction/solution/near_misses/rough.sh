# expect 0.0..0.5: converts by a rough factor
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --rough
