# expect 0.4..0.5: pays for what went back
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --pay-returned
