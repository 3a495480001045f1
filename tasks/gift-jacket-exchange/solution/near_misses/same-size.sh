# expect 0.4..0.6: another colour, but still too small
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --same-size
