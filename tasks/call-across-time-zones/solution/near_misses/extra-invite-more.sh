# expect 0.0..0.6: a colleague is invited and written to as well
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --invite-more
