# expect 0.2..0.35: the hours of one of them alone, since those of the first mails never meet
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --first-word
