# expect 0.3..0.5: forgets what others invited to
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --own-only
