# expect 0.2..0.3: looks again, but goes by the notes
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --old-notes
