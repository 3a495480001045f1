# expect 0.4..0.6: any colour in the right size, also the one he asked not to get
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --unwanted-colour
