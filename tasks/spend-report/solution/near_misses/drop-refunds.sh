# expect 0.6..0.75: leaves wrong refunds out instead of taking them off
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --only-drop-refunds
