# expect 0.0..0.0: leaves every question open
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --null
