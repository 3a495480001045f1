# expect 0.3..0.5: leaves the harmless one alone as well
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --minor-too
