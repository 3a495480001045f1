# expect 0.9..0.9: the figures of the first month under the name of the last
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --backwards
