# expect 1.0..1.0: full stops after titles, and notes that say what was before
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --otherwise
