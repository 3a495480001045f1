# expect 0.4..0.55: believes the maker's study and overlooks a correction
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --paid --as-printed
