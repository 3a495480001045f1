# expect 0.0..0.9: right, but the flights the firm has paid are in too
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --flights
