# expect 0.8..0.9: leaves vendors out for every reason that there is
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --reasons
