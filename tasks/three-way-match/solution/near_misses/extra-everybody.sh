# expect 0.0..0.9: clears what other clerks entered as well
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --everybody
