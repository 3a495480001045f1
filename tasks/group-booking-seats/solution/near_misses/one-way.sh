# expect 0.5..0.6: seats for the way out only
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --one-way
