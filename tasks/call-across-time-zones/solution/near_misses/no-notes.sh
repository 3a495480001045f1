# expect 0.65..0.75: leaves the notes as they are
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-notes
