# expect 0.8..0.95: overlooks the correction above the text
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --as-printed
