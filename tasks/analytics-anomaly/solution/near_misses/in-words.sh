# expect 1.0..1.0: right, in other words, and beside the question instead of under it
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --in-words
