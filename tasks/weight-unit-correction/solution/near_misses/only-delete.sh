# expect 0.0..0.2: takes the wrong ones out without entering them anew
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --only-delete
