# expect 0.2..0.3: goes by the notes, and leaves them as they are
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --old-notes
