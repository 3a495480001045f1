# expect 1.0..1.0: the same by filter-branch, tags with messages made anew
cd /workspace/shop && export FILTER_BRANCH_SQUELCH_WARNING=1
OLD=$(sed -n 's/^api_key = "\(.*\)"/\1/p' config/local.toml)
NEW=$(grep -o "sk_live_[A-Za-z0-9]*" /workspace/notice.txt)
WIRE=$(printf "%s:" "$OLD" | base64 -w0)
export RULE="s/$OLD/REDACTED/g; s|$WIRE|REDACTED|g"
mkdir /workspace/aside && cp src/cart.py config/payments.toml /workspace/aside
git update-ref -d refs/remotes/origin/main
git reset -q --hard
git filter-branch --tree-filter 'find . -type f -not -path "./.git/*" -exec sed -i "$RULE" {} +' --msg-filter 'sed "$RULE"' --tag-name-filter cat -- --branches --tags > /dev/null
for tag in $(git for-each-ref --format="%(objecttype) %(refname:short)" refs/tags | sed -n "s/^tag //p"); do
    git cat-file tag $tag | sed "$RULE" | git mktag > /tmp/tag && git update-ref refs/tags/$tag $(cat /tmp/tag)
done
git for-each-ref --format="delete %(refname)" refs/original | git update-ref --stdin
cp /workspace/aside/cart.py src/ && sed "$RULE" /workspace/aside/payments.toml > config/payments.toml
sed -i "s/$OLD/$NEW/" config/local.toml
git reflog expire --expire=now --all && git gc -q --prune=now
rm -f .git/COMMIT_EDITMSG .git/ORIG_HEAD
