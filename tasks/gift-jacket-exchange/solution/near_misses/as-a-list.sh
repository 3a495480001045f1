# expect 1.0..1.0: right, with the facts in a list and the unwanted colour mentioned as such
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --as-a-list
