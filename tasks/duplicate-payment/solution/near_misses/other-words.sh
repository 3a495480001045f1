# expect 1.0..1.0: right, with the other one of the twins, other proofs and other words
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --other-words
