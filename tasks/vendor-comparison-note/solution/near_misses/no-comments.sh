# expect 0.3..0.5: keeps to the limit in the text, which a comment has lowered
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-comments
