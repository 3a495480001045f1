# expect 0.0..0.8: all done, but a draft that was in the way is deleted from the books
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --post-draft
