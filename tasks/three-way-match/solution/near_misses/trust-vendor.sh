# expect 0.2..0.5: books in what the vendor claims to have sent
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --trust-vendor
