# expect 0.2..0.45: plans everything that is due without looking
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --pay-again --pay-twins
