# expect 0.0..0.3: enters all of it once more, to be on the safe side
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --all-again
