# expect 0.7..0.8: several numbers, and every colour that the mails name
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --hedge-known
