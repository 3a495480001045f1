# expect 0.85..0.95: takes what was thrown away for any reason
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --other-column
