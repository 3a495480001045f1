# expect 0.4..0.7: counts what was taken back as it stands in each month
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --keep-reversals --keep-reversed
