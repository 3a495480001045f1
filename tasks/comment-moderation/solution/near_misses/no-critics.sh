# expect 0.8..0.9: hides criticism because it was reported as an insult
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-critics
