# expect 1.0..1.0: right, as a table, written as a draft first
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --as-a-table
