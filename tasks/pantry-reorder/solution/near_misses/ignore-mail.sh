# expect 0.5..0.8: orders what a flatmate has ordered already
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --ignore-mail
