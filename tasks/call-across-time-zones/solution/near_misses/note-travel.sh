# expect 0.3..0.6: notes down a stay that is not for good
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --note-travel
