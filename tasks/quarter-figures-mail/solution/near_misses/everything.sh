# expect 0.3..0.4: straight from the statement, with gains and depreciation
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --everything
