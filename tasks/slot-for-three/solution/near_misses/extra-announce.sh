# expect 0.3..0.8: all done, but it is announced in the chat, which nobody asked for
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --announce
