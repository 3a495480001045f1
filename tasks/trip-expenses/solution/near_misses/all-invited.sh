# expect 0.8..0.9: counts the guest who declined
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --all-invited
