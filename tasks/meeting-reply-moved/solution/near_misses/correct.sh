# expect 0.85..0.95: the answer is out of date when it goes out, and corrected by a second one
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --look-once --correct
