# expect 0.7..0.7: asks the insurance nothing
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-insurance
