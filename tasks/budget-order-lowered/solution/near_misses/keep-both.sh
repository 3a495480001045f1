# expect 0.0..0.2: orders anew but leaves the first order standing
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --keep-both
