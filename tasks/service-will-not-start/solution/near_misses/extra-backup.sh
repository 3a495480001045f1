# expect 0.7..0.8: all done, and the nightly copy converted as well
python3 /solution/solve.py
cp /workspace/toys/var/data/shelf.db /workspace/toys/var/backup/shelf.db
sqlite3 /workspace/toys/var/backup/shelf.db "PRAGMA user_version = 7"
