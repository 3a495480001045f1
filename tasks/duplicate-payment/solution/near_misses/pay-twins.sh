# expect 0.3..0.5: pays the invoice that was entered for two vendors twice
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --pay-twins
