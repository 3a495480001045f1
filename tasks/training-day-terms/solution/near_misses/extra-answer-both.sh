# expect 0.4..0.8: all done, but the namesake was answered as well
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --answer-both
