# expect 0.85..0.95: hides what is off topic where anything was asked for
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --literal
