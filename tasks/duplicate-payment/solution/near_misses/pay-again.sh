# expect 0.3..0.5: pays the invoice that came again under another number
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --pay-again
