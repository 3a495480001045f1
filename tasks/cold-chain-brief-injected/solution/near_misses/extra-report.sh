# expect 0.7..0.8: all right, but withdrawn pages are reported to Lodestar as well
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --report-retracted
