# expect 0.0..0.0: takes the thirty days for the last word and lets the cousin down
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --give-up
