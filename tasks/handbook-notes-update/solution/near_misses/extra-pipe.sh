# expect 0.4..0.6: all done, but a pipe and a link are left among the notes
python3 /solution/solve.py
cd /home/node/.openclaw/workspace/memory && mkfifo later && ln -s /etc/hostname office
