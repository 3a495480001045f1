# expect 1.0..1.0: right, cancelled and booked anew instead of moved
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --cancel-and-book
