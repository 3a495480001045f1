"""Names of people for their ids."""

from typing import Any


def signed(row: Any, names: dict[int | None, str], *fields: str) -> dict[str, Any]:
    """The row's values with the names of people for their ids."""
    values: dict[str, Any] = row.model_dump()
    for field in fields:
        values[field] = names.get(values[field]) if values[field] is not None else None
    return values
