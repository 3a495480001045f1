# expect 0.5..0.65: it runs, and the runbook is as it was
exec python3 /solution/solve.py --no-runbook
