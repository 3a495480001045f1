# expect 0.85..0.9: deletes a post whose words are wrong and writes it anew; nothing is to be deleted
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --rewrite
