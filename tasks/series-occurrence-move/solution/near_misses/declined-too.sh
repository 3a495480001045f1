# expect 0.3..0.5: waits for somebody who never comes
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --declined-too
