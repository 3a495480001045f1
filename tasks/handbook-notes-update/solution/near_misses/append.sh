# expect 0.0..0.0: updates are appended and the old values stay
exec python3 /solution/solve.py --append
