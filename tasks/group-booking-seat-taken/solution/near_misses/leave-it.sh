# expect 0.8..0.8: the seat beside the child is gone, and the parent gets another one
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --leave-it
