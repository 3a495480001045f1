# expect 0.3..0.5: keeps clear of what is shown as free
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --free-too
