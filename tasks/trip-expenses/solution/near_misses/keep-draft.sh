# expect 0.3..0.3: does not submit
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --keep-draft
