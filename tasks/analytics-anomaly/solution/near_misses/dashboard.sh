# expect 0.4..0.6: finds the post but gives the number of the dashboard
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --dashboard
