# expect 0.5..0.6: takes out only what is too much
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --excess
