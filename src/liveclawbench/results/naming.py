"""What a job is called."""

import secrets
from datetime import datetime


def new_job_name() -> str:
    """`2026-03-01__10-00-00-4f1c`: sorts by time, and two of the same second do not meet."""
    return f"{datetime.now():%Y-%m-%d__%H-%M-%S}-{secrets.token_hex(2)}"
