# expect 0.7..0.8: takes the office's number as private
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --office-too
