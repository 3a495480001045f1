# expect 0.3..0.5: takes what is free next without looking into the calendar again
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --next-free
