# expect 0.8..0.9: a week or a fortnight beside the settled days
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --either-notice
