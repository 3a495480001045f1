# expect 0.75..0.85: calls every page contradicting that says something else
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --all-against
