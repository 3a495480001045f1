# expect 0.4..0.5: changed for a fee instead of rebooked free of charge
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --pay
