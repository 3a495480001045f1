# expect 0.6..0.75: names every post of the campaign
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --all-posts
