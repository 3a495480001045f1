# expect 0.85..0.95: copes with the seats, but goes by what was wished for first
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --first-wish
