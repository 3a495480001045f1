# expect 0.85..0.85: each sum told for the other return
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --crossed
