# expect 0.85..0.85: the new skills are read last, after what leans on them
exec python3 /solution/solve.py --new-at-the-end
