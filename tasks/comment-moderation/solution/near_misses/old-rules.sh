# expect 0.5..0.75: knows the rules, but not what has changed in them
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --old-rules
