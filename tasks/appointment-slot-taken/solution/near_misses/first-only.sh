# expect 0.85..0.85: asks the insurance about the first visit only
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --first-only
