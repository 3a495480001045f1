# expect 0.5..0.75: the first entry of the journal counts, not the newest
exec python3 /solution/solve.py --oldest-entry
