# expect 0.2..0.35: the books by hand, the program as it was
exec python3 /solution/solve.py --only-books
