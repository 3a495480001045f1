# expect 0.55..0.65: the bare link, which leaves room for longer texts
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --plain-link
