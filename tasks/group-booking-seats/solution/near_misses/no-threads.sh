# expect 0.1..0.7: overlooks what was said in answers: the child, and the window
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-threads
