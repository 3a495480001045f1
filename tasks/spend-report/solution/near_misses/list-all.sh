# expect 0.8..0.8: names every entry as left out and turned round
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --list-all
