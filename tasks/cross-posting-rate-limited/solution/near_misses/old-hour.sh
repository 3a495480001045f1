# expect 0.75..0.85: looks again, but the old hour is in the texts
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --old-hour
