# expect 0.0..0.3: the first room that is large enough, without a video link
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --any-room
