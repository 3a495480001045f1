# expect 0.5..0.6: takes out the whole post, as it was done long ago
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --whole-post
