# expect 0.85..0.85: the lists are forgotten
exec python3 /solution/solve.py --leave-lists
