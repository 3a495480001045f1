# expect 0.2..0.45: the path of the data is taken over as it was, and the library is empty
exec python3 /solution/solve.py --same-path
