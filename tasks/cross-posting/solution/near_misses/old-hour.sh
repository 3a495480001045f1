# expect 0.75..0.85: takes the texts as they stand, with the old hour
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --old-hour
