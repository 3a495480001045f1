# expect 0.6..0.7: hides what the rules leave to somebody else
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --hide-grave
