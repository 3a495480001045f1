# expect 1.0..1.0: right, with amounts as text and the reversals listed too
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --texts
