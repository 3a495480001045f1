# expect 0.8..0.8: copes with the seats, but books the name before the wedding
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --old-name
