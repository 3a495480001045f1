# expect 0.2..0.35: where the notes say that they work
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --old-notes
