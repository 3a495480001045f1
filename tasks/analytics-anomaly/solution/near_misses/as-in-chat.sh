# expect 0.4..0.6: writes to the one whom the chat names
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --as-in-chat
