# expect 0.5..0.85: enters the first ride a second time
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --enter-again
