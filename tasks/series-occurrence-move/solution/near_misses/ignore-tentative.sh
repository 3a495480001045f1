# expect 0.3..0.5: a time that somebody may yet need
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --ignore-tentative
