# expect 1.0..1.0: right, in wrapped lines, with who is undecided and who sent regrets
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --wrapped
