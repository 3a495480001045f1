# expect 0.7..0.8: hides numbers of others too
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --all-numbers-hidden
