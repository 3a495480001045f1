# expect 0.0..0.3: the draft edition is taken for the newest one in force
exec python3 /solution/solve.py --trust-draft
