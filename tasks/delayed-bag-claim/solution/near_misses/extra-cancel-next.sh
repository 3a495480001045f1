# expect 0.0..0.8: all right, and the next journey is cancelled
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --cancel-next
