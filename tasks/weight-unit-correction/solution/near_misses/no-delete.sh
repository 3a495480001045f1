# expect 0.0..0.2: enters what is right beside what is wrong
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-delete
