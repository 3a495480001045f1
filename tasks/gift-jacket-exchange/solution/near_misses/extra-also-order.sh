# expect 0.0..0.6: all done, but the jacket is bought once more as well
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --also-order
