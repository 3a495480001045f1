# expect 0.0..0.8: right, but what is for a few days only is listed as well
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --list-pharmacy
