# expect 0.4..0.7: enters the old one a second time
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --enter-late
