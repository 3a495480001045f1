# expect 1.0..1.0: right, and says of a post with many clicks that nothing is wrong with it
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --explain
