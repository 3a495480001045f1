# expect 0.8..0.8: tells the nurse neither day nor weight
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --vague
