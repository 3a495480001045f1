# expect 0.8..0.9: writes one note anew and loses what else it said
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --rewrite
