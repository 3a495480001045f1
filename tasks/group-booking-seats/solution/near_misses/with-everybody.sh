# expect 0.5..0.75: books the one who has pulled out as well
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --with-everybody
