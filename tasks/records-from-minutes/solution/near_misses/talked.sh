# expect 0.4..0.6: makes records of what is done and what was only talked about
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --talked
