# expect 0.3..0.6: all done, but somebody whom it does not affect is told as well
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --tell-host
