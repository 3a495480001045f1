# expect 0.0..0.3: forgets the half hour at the gate
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-gate
