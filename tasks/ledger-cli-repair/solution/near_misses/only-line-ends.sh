# expect 0.7..0.85: what is added begins on its own line, but semicolons still break it
exec python3 /solution/solve.py --only-line-ends
