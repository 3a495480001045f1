# expect 0.9..0.95: disputes what somebody else has to approve
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --dispute-big
