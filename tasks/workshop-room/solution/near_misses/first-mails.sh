# expect 0.4..0.55: counts somebody who will not come after all, so that nothing fits
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --first-mails
