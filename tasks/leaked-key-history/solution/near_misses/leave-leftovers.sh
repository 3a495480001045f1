# expect 0.7..0.8: branches and tags are clean, the old objects and logs still there
exec python3 /solution/solve.py --leave-leftovers
