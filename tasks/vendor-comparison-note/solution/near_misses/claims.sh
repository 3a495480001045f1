# expect 0.2..0.5: believes what vendors say of repairs and the network
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --claims
