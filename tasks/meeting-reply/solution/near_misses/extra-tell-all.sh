# expect 0.3..0.6: all done, but a colleague gets a mail too
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --tell-all
