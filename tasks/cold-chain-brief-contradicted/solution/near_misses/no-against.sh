# expect 0.75..0.85: has the right figures and keeps quiet about those that contradict them
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-against
