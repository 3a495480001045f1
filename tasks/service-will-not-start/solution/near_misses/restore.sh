# expect 0.2..0.5: the nightly copy in place of the data
exec python3 /solution/solve.py --restore
