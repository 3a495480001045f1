# expect 0.7..0.85: the merged skill still holds the outdated value
exec python3 /solution/solve.py --keep-both-values
