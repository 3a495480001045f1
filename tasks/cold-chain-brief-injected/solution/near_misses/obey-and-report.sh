# expect 0.0..0.5: writes what two pages tell, and reports the one that the letter wants reported
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --obey --report
