# expect 0.0..0.5: enters all of the sister's readings anew, right ones too
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --every-pound
