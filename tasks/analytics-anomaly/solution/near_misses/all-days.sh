# expect 0.5..0.6: takes out also what lies after the end of the campaign
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --all-days
