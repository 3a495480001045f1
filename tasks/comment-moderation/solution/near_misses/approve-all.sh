# expect 0.0..0.3: lets everything in
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --approve-all
