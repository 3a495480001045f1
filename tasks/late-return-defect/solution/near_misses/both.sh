# expect 0.4..0.7: the whole pair goes back, though one piece is fine
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --both
