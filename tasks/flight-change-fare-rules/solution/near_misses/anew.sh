# expect 0.0..0.0: cancels, which gives nothing back, and books anew
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --anew
