# expect 0.85..0.95: takes a link that somebody asked for as advertising
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --all-links
