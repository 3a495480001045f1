# expect 0.0..0.4: replaces values all over the notes, also where they hold
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --rename-all
