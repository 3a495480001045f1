# expect 0.5..0.8: all done, but with the old index, in a repository said to be bare
cp /workspace/shop/.git/index /tmp/index
python3 /solution/solve.py
cd /workspace/shop/.git && mv /tmp/index index && git config core.bare true && rm -rf hooks info
