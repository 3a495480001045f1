# expect 0.75..0.85: counts those from outside firms too
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --all-heads
