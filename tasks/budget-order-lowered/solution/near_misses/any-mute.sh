# expect 0.1..0.3: takes one with the button on the cable
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --any-mute
