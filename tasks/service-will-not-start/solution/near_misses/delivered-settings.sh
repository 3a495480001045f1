# expect 0.55..0.75: the settings as delivered, only port and path adapted
exec python3 /solution/solve.py --delivered-settings
