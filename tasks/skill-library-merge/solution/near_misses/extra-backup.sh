# expect 0.7..0.8: all done, but a copy of a file is left behind
python3 /solution/solve.py
cp /workspace/environment/skills/INDEX.md /workspace/environment/skills/INDEX.md.orig
