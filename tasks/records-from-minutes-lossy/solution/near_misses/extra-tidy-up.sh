# expect 0.7..0.8: all right, but deletes a task that looks small
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --tidy-up
