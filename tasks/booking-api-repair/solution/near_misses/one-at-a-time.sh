# expect 1.0..1.0: another way: requests are served one after the other
exec python3 /solution/solve.py --one-at-a-time
