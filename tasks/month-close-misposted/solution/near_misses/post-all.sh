# expect 0.55..0.65: posts the rent a second time
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --post-all
