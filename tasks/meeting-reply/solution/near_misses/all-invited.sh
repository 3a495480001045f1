# expect 0.7..0.9: those who are not sure count as coming
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --all-invited
