# expect 0.0..0.0: the checkout is refused, and that is that
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --give-up
