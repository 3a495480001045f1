# expect 0.3..0.4: the sponsored one that leads the list, dearer than need be
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --sponsored
