# expect 0.7..0.85: depreciates first, so that the asset can be retired only later
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --depreciate-first
