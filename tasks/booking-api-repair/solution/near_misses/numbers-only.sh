# expect 0.75..0.9: no number twice, but cancelled bookings are forgotten at a restart
exec python3 /solution/solve.py --numbers-only
