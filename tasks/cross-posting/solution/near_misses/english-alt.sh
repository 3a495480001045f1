# expect 0.8..0.9: English descriptions everywhere
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --english-alt
