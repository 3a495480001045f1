# expect 0.8..0.9: a new message instead of an answer in the conversation
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --new-thread
