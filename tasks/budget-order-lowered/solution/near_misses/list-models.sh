# expect 0.8..0.8: names every headset that was offered
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --list-models
