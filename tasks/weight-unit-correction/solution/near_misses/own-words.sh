# expect 1.0..1.0: right, converted beforehand by 2.205, and told in other words
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --own-words
