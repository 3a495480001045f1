# expect 0.8..0.9: sorts the unsorted payment as a bank charge
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --sort-anyhow
