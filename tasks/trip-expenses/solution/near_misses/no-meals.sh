# expect 0.75..0.85: takes nothing off the per diem
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-meals
