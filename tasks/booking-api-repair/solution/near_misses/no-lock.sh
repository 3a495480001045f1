# expect 0.75..0.9: all rules, but two requests at once both get the court
exec python3 /solution/solve.py --no-lock
