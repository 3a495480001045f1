# expect 0.7..0.8: all done, and another note tidied up
python3 /solution/solve.py
rm /home/node/.openclaw/workspace/memory/opening.md
