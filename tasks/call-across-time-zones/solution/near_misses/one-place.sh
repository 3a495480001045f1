# expect 0.8..0.9: corrects one of the two places
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --one-place
