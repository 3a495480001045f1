# expect 0.85..0.95: does not look at the descriptions of pictures
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-alt
