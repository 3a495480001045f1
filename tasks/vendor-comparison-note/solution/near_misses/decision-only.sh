# expect 0.4..0.6: decides rightly and leaves what is said of the vendors as it was
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --decision-only
