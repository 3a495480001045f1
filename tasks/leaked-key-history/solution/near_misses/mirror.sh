# expect 1.0..1.0: the same in a mirror made for it, whose objects and refs then take the old ones' place
cd /workspace/shop
OLD=$(sed -n 's/^api_key = "\(.*\)"/\1/p' config/local.toml)
NEW=$(grep -o "sk_live_[A-Za-z0-9]*" /workspace/notice.txt)
WIRE=$(printf "%s:" "$OLD" | base64 -w0)
git init -q --bare -b main /tmp/new.git
git fast-export --branches --tags --signed-tags=verbatim | python3 -c '
import sys
old, wire = (word.encode() for word in sys.argv[1:])
while line := sys.stdin.buffer.readline():
    if line.startswith(b"data "):
        text = sys.stdin.buffer.read(int(line[5:])).replace(wire, b"REDACTED").replace(old, b"REDACTED")
        line = b"data %d\n" % len(text) + text
    sys.stdout.buffer.write(line)' "$OLD" "$WIRE" | git -C /tmp/new.git fast-import --quiet
git clone -q --mirror /tmp/new.git /tmp/mirror.git && git -C /tmp/mirror.git gc -q
mv .git /tmp/old.git && cp -r /tmp/mirror.git .git && cp /tmp/old.git/config .git/config
sed -i "s/$OLD/REDACTED/" config/payments.toml && sed -i "s|$WIRE|REDACTED|" scripts/refund.sh
sed -i "s/$OLD/$NEW/" config/local.toml
git reset -q && rm -rf /tmp/old.git
