# expect 0.8..0.99: the new skills are taken as they came, with the old name in one
exec python3 /solution/solve.py --trust-incoming
