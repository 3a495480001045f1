# expect 0.6..0.85: hands in the books and the ride to the opera
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --private-too
