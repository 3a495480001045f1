# expect 1.0..1.0: right, with how it adds up, a telephone number and good wishes
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --in-full
