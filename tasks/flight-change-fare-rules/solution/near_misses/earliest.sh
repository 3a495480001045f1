# expect 0.0..0.3: in time, but dearer than need be
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --earliest
