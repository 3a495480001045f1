# expect 0.3..0.75: writes what two pages tell their readers to write
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --obey
