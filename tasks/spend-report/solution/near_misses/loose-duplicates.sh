# expect 0.6..0.85: takes what was bought twice for an entry that came twice
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --loose-duplicates
