# expect 0.3..0.8: all done, but the reply to the invitation is changed
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --decline
