# expect 0.0..0.5: does no more than Ledgerline asks for
PYTHONPATH=/opt/mock/oracle exec python3 /solution/solve.py --keep-account --keep-month --post-all --sort-anyhow --keep-asset
