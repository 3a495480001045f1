# expect 0.75..0.85: does not see who has taken over a task by mail
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-mails
