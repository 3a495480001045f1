# expect 0.6..0.6: the headphones are called defective, which saves the fee
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-fee
