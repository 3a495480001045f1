# expect 0.55..0.65: takes the page that appeared last, not the readings that were taken last
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --newest-page
