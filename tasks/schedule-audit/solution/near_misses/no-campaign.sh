# expect 0.8..0.95: does not put the post back into the campaign
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --no-campaign
