# expect 0.5..0.8: the journal is taken for newer than the register
exec python3 /solution/solve.py --journal-first
