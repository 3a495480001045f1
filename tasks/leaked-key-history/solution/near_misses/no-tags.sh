# expect 0.0..0.3: branches are written anew, tags still lead to the old past
exec python3 /solution/solve.py --no-tags
