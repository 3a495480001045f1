# expect 0.6..0.6: asks the own doctor about all of them
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --own-doctor
