# expect 0.3..0.6: an old-looking skill that is in use is retired too
exec python3 /solution/solve.py --retire-old-looking
