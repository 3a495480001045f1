# expect 0.8..0.9: calls the jacket defective to be on the safe side
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --claim-defect
