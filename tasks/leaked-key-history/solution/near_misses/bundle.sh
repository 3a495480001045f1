# expect 0.7..0.85: all done, and a bundle and an archive of the old history kept inside .git
cd /workspace/shop && git bundle create -q /tmp/before.bundle --all
tar -czf /tmp/before.tar.gz .git
python3 /solution/solve.py
mv /tmp/before.bundle /tmp/before.tar.gz .git/
