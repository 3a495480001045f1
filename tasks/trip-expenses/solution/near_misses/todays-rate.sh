# expect 0.2..0.5: dates everything today
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --todays-rate
