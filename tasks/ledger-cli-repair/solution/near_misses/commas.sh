# expect 0.3..0.6: semicolons in texts made commas to get rid of them
exec python3 /solution/solve.py --commas
