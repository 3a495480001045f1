# expect 0.6..0.7: two totals, one of them without those who come in addition
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --either-total
