# expect 0.55..0.65: the page that appeared last, and nothing about the others
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --newest-page --no-against
