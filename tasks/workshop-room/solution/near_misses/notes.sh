# expect 1.0..1.0: right, with what they wrote and the seats noted along
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --notes
