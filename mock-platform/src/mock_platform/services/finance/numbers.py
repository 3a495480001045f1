"""How invoice numbers are compared."""

import re


def invoice_key(number: str) -> str:
    """An invoice number as duplicates are looked for: letters and digits only."""
    return re.sub(r"[^A-Z0-9]", "", number.upper()) or number.strip()
