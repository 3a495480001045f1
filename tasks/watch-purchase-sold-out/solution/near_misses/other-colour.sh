# expect 0.3..0.4: the same watch in a colour that is left
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --other-colour
