# expect 0.3..0.5: rows of the register that nobody checked are taken for checked
exec python3 /solution/solve.py --whole-register
