# expect 0.5..0.8: all done, but the appointment is cancelled
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --delete-clash
