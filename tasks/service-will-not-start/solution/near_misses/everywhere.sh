# expect 0.75..0.97: also what happened last year is told anew
exec python3 /solution/solve.py --everywhere
