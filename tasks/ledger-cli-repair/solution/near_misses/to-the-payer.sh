# expect 0.7..0.8: the cents that are left go to whoever paid
exec python3 /solution/solve.py --to-the-payer
