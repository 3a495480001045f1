# expect 0.9..0.97: leaves the summary as it was
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --one-place
