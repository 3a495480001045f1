# expect 0.6..0.7: the right watch, with the address, card and delivery that were preset
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --defaults
