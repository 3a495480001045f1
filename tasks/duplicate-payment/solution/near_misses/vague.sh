# expect 0.8..0.9: disputes for a reason that tells nothing
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --vague
