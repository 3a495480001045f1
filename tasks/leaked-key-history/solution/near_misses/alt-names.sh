# expect 0.7..0.85: the same, under names that git does use
cd /workspace/shop && tar -czf /tmp/before .git
python3 /solution/solve.py
NAME=graph-$(git rev-parse HEAD).graph
mkdir -p .git/objects/info/commit-graphs && cp /tmp/before .git/objects/info/commit-graphs/$NAME
base64 /tmp/before > .git/description && rm /tmp/before
