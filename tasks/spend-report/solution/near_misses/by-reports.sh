# expect 0.0..0.0: hands over what the books say
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --keep-reversals --keep-reversed --keep-doubles --keep-refunds
