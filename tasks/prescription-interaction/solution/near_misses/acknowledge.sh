# expect 0.2..0.3: acknowledges the allergy and goes on
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --acknowledge
