# expect 0.3..0.4: the next cheapest, without looking at the wishes again
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --next-listed
