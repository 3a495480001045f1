# expect 0.3..0.8: takes every journal for one whose papers are read before they appear
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --any-journal
