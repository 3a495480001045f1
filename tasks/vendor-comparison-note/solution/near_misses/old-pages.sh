# expect 0.0..0.3: takes a price list and a survey that have been replaced
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --old-pages
