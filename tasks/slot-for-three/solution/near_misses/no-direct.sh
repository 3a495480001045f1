# expect 0.0..0.3: the channel is read and the direct message is not
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-direct
