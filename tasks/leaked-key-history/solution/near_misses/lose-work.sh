# expect 0.75..0.95: the unfinished changes are lost on the way
exec python3 /solution/solve.py --lose-work
