# expect 0.4..0.7: leaves out what was taken back, but not its reversal
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --keep-reversals
