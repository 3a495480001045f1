# expect 0.0..0.0: answers a client who was answered in another conversation
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --answered-elsewhere
