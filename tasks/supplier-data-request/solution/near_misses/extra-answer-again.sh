# expect 0.0..0.7: somebody who had an answer long ago gets another one
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --answer-again
