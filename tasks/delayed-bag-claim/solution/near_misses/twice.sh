# expect 0.7..0.9: uploads everything twice instead of looking
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --twice
