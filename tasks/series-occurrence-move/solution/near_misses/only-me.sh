# expect 0.3..0.5: the first time that suits the owner and the room
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --only-me
