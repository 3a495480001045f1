# expect 0.75..0.85: does not put the notes right
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-notes
