# expect 0.5..0.85: a step that takes what nobody gives is kept
exec python3 /solution/solve.py --keep-orphans
