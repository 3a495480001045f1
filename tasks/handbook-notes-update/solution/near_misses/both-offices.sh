# expect 0.25..0.5: the other office's note is corrected too
exec python3 /solution/solve.py --both-offices
