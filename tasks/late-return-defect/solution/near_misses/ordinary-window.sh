# expect 0.2..0.3: takes the thirty days for the last word on the broken one
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --ordinary-window
