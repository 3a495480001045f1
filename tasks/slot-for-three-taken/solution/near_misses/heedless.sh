# expect 0.0..0.3: books what was free a moment ago and overlooks the warning
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --heedless
