# expect 0.8..0.9: every colour and size is named, whatever will come
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --hedge
