# expect 0.2..0.3: trusts Wellspring's own check, which knows nothing of the pharmacy
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --list-only
