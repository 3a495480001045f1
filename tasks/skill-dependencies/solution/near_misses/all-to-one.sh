# expect 0.0..0.2: every reference to the old skill goes to one of the new ones
exec python3 /solution/solve.py --all-to-one
