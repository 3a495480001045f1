# expect 0.8..0.9: one picture for all
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --one-picture
