# expect 0.3..0.6: all done, but a client who had an answer gets another one
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --answer-all
