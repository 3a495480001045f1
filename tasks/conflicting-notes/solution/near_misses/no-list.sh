# expect 0.75..0.75: the open questions are not written down
exec python3 /solution/solve.py --no-list
