# expect 0.0..0.5: all right, but advertisers are blocked as well
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --block
