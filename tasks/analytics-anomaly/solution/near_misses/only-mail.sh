# expect 0.65..0.75: leaves the question unanswered
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --only-mail
