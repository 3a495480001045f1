# expect 0.35..0.45: enters again what has a record
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --again
