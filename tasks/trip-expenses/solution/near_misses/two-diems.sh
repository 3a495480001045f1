# expect 1.0..1.0: right, with the per diem in two parts
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --two-diems
