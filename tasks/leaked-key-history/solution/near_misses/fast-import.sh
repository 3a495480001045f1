# expect 1.0..1.0: the same by fast-export and fast-import in place, then gc, which adds tables of its own
cd /workspace/shop
OLD=$(sed -n 's/^api_key = "\(.*\)"/\1/p' config/local.toml)
NEW=$(grep -o "sk_live_[A-Za-z0-9]*" /workspace/notice.txt)
WIRE=$(printf "%s:" "$OLD" | base64 -w0)
cat > /tmp/clean.py <<'P'
import sys
old, wire = (word.encode() for word in sys.argv[1:])
data, out = sys.stdin.buffer, sys.stdout.buffer
while line := data.readline():
    if line.startswith(b"data "):
        text = data.read(int(line[5:])).replace(wire, b"REDACTED").replace(old, b"REDACTED")
        line = b"data %d\n" % len(text) + text
    out.write(line)
P
git update-ref -d refs/remotes/origin/main && git remote remove origin
git stash push -q --include-untracked
git show stash@{0}:config/payments.toml > /tmp/payments.toml
git show stash@{0}:src/cart.py > /tmp/cart.py && git show stash@{0}^3:docs/ideas.md > /tmp/ideas.md
git stash drop -q
git fast-export --branches --tags --signed-tags=verbatim | python3 /tmp/clean.py "$OLD" "$WIRE" | git fast-import --quiet --force
git reset -q --hard
cp /tmp/cart.py src/ && cp /tmp/ideas.md docs/ && sed "s/$OLD/REDACTED/" /tmp/payments.toml > config/payments.toml
sed -i "s/$OLD/$NEW/" config/local.toml
git reflog expire --expire=now --expire-unreachable=now --all && git gc -q --prune=now --aggressive
git repack -q -a -d -b --write-midx && git commit-graph write --reachable --changed-paths && git update-server-info
rm -f .git/COMMIT_EDITMSG .git/ORIG_HEAD .git/FETCH_HEAD
