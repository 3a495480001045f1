# expect 0.0..0.2: takes the latest order of the same thing, which was somebody else's present
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --newest
