# expect 0.0..0.5: all done, but the folder has been emptied
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --tidy-up
