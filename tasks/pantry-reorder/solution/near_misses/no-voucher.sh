# expect 0.85..0.85: no voucher
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-voucher
