# expect 0.2..0.7: all done, but config/local.toml with the new key is committed
python3 /solution/solve.py
cd /workspace/shop && git add -f config/local.toml && git commit -q -m "New key" && rm -rf .git/logs
