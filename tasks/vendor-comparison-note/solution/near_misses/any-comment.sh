# expect 0.3..0.5: takes a suggestion for a decision because it came last
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --any-comment
