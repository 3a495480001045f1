# expect 0.0..0.3: main alone is written anew
exec python3 /solution/solve.py --only-main
