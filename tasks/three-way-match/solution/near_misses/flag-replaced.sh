# expect 0.3..0.4: disputes the headsets that were replaced long since
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --flag-replaced
