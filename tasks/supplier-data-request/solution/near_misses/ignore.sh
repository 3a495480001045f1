# expect 0.8..0.9: the unknown address gets nothing, but nobody hears of it
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --ignore
