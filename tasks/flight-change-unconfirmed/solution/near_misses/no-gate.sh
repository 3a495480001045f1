# expect 0.0..0.3: noticed and repeated, but too late for the gate
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-gate
