# expect 0.0..0.3: the keys for trying are taken out as well
exec python3 /solution/solve.py --test-keys-too
