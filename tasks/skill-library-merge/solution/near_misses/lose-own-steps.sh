# expect 0.7..0.85: what only the dropped twin knew is lost
exec python3 /solution/solve.py --lose-own-steps
