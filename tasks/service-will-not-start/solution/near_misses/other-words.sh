# expect 1.0..1.0: the same in other words, the service tried out, a copy kept
cp -r /workspace/toys/var/data /workspace/toys/var/data.before
python3 /solution/solve.py --other-words
cd /workspace/toys && chmod 755 bin/start
PYTHONDONTWRITEBYTECODE= bin/start & pid=$!
until curl -sf "http://localhost:$(sed -n 's/^port = //p' etc/shelf.toml)/health"; do sleep 0.1; done
curl -s "http://localhost:$(sed -n 's/^port = //p' etc/shelf.toml)/late" > /dev/null
kill $pid
