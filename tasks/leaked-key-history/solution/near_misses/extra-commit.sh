# expect 0.2..0.8: all done, and the unfinished work committed on top
python3 /solution/solve.py
cd /workspace/shop && git add -A && git commit -q -m "Work in progress"
