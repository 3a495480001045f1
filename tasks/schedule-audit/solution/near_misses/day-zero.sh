# expect 0.0..0.2: counts the days from the one before
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --day-zero
