# expect 0.0..0.3: takes the post with the most clicks for the wrong one
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --peak
