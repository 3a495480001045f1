# expect 0.0..0.3: the key in plain only
exec python3 /solution/solve.py --no-base64
