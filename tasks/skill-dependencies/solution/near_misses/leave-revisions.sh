# expect 0.9..0.9: revisions are forgotten
exec python3 /solution/solve.py --leave-revisions
