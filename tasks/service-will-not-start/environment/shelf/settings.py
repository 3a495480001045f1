"""The settings, checked."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

KNOWN = {
    "": {"name": str},
    "server": {"port": int},
    "storage": {"path": str},
    "loans": {"days": int, "fine_cents": int, "most": int},
}


class SettingsError(Exception):
    """Says what is wrong, the first thing only."""


@dataclass(frozen=True)
class Settings:
    name: str
    port: int
    path: Path
    days: int
    fine_cents: int
    most: int


def load(file: Path) -> Settings:
    try:
        given = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SettingsError(str(error)) from error
    sections = {name: value for name, value in given.items() if isinstance(value, dict)}
    plain = {name: value for name, value in given.items() if name not in sections}
    found = {}
    for section, values in [("", plain), *sections.items()]:
        for name, value in values.items():
            kind = KNOWN.get(section, {}).get(name)
            if kind is None:
                raise SettingsError(f"unknown setting {name!r}")
            if type(value) is not kind:
                raise SettingsError(f"{name!r} should be of the type {kind.__name__}")
            found[name] = value
    for names in KNOWN.values():
        for name in names:
            if name not in found:
                raise SettingsError(f"{name!r} is missing")
    return Settings(**{**found, "path": (file.resolve().parent / found["path"])})
