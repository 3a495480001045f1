# expect 0.4..0.6: writes to the one whose name still stands on Plaza
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --as-on-plaza
