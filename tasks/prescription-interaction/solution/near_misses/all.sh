# expect 0.1..0.3: orders and lists everything
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --all
