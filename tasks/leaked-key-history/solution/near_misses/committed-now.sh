# expect 0.0..0.3: committed anew by somebody else, today
exec python3 /solution/solve.py --committed-now
