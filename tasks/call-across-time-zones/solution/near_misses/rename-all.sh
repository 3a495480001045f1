# expect 0.3..0.6: changes the town for everybody who lives there
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --rename-all
