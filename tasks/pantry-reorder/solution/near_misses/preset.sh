# expect 0.95..0.95: to the preset address, by express
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --preset
