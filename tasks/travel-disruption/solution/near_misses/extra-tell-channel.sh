# expect 0.5..0.8: all done, but the whole firm hears of it
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --tell-channel
