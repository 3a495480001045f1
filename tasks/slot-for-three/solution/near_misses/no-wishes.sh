# expect 0.0..0.3: what the calendars say, and nothing of the chat
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-wishes
