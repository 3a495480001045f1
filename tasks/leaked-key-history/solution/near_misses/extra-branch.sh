# expect 0.7..0.8: all done, and a branch of its own left
python3 /solution/solve.py
cd /workspace/shop && git branch cleaned main && rm -rf .git/logs
