# expect 0.4..0.55: a room without what one of them needs to hear
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-loop
