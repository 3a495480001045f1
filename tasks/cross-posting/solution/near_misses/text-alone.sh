# expect 0.5..0.7: measures the text alone, without link and hashtags
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --text-alone
