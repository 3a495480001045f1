# expect 0.4..0.6: lets out what somebody wants to see first
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --all-out
