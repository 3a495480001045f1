# expect 0.7..0.9: the loans that are in the way are deleted
exec python3 /solution/solve.py --delete-incomplete
