# expect 0.3..0.6: what was agreed later is overwritten with the handbook
exec python3 /solution/solve.py --overwrite-settled
