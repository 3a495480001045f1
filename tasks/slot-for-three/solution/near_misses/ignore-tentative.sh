# expect 0.0..0.3: an invitation that is not answered counts as free
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --ignore-tentative
