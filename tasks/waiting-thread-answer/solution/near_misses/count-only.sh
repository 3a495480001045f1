# expect 0.7..0.8: one crate more, but its weight is not added
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --count-only
