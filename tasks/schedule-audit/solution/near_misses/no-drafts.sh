# expect 0.7..0.8: schedules nothing that was not scheduled before
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-drafts
