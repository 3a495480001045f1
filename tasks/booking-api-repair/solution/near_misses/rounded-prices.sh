# expect 0.5..0.95: each half hour is rounded, not the sum
exec python3 /solution/solve.py --rounded-prices
