# expect 0.0..0.0: all filled in, but not handed in
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --draft
