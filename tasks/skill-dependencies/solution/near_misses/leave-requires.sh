# expect 0.8..0.95: the front matter still requires the old skills
exec python3 /solution/solve.py --leave-requires
