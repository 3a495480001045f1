# expect 0.0..0.1: hides everything
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --hide-all
