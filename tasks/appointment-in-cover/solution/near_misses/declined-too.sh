# expect 0.3..0.5: keeps clear of what was declined
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --declined-too
