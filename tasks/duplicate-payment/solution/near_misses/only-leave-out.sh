# expect 0.8..0.9: leaves the doubles out but does not dispute them
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --only-leave-out
