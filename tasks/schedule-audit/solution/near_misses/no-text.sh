# expect 0.7..0.9: looks at when and where, not at what
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-text
