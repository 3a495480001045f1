# expect 0.0..0.3: another round is moved as well
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --move-another
