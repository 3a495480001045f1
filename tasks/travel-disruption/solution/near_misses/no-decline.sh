# expect 0.85..0.95: the invitation of a colleague stays accepted
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-decline
