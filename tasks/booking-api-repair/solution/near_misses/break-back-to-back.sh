# expect 0.7..0.9: courts may no longer be booked back to back
exec python3 /solution/solve.py --break-back-to-back
