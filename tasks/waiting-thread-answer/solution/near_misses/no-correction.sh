# expect 0.5..0.6: the list of what was packed, without the crate that came later
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-correction
