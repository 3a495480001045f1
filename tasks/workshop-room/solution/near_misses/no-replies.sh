# expect 0.7..0.8: the room is right, but nobody has noted the replies
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-replies
