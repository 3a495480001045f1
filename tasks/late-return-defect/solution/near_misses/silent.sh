# expect 0.7..0.7: all registered, but nobody is told
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --silent
