# expect 0.85..0.85: a voucher that fits, but saves less
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --first-voucher
