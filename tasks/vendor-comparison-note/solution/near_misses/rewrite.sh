# expect 0.8..0.9: drops what was heard from colleagues
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --rewrite
