# expect 0.3..0.5: waits for somebody who need not be there
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --optional-too
