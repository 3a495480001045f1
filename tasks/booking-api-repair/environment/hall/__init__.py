"""Court bookings of the hall."""
