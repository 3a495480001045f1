# expect 0.0..0.3: in the hour that somebody wants to have off
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --lunch
