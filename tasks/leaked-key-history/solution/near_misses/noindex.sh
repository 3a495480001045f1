# expect 0.85..0.95: all done, but without an index every file counts as deleted
python3 /solution/solve.py
rm /workspace/shop/.git/index
