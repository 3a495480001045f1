# expect 0.2..0.4: names and birthdays go to the insurer
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --list
