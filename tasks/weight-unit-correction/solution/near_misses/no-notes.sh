# expect 0.9..0.9: loses the notes
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-notes
