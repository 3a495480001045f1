# expect 0.85..0.95: takes the first change of a post for the last
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --first-change
