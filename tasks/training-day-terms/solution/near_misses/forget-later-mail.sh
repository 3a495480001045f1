# expect 0.6..0.7: the number of people of the first mail, although more have joined
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --forget-later-mail
