# expect 0.9..0.96: tells nobody of the draft
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-mail
