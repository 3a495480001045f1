# expect 0.0..0.3: what somebody said first, though it was taken back later
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --first-word
