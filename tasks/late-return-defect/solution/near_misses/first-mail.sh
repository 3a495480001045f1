# expect 0.3..0.4: does not notice that one thing turned out to be fine
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --first-mail
