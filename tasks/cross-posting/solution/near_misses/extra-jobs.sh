# expect 0.7..0.8: all right, but on the account for vacancies too
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --jobs
