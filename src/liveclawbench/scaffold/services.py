"""A new service that works and is tested, to be changed into what is wanted."""

import keyword
import re
from pathlib import Path

from liveclawbench.errors import UsageError
from liveclawbench.scaffold.filling import fill
from mock_platform.kit.service import get_service, service_names

_HERE = Path(__file__).parent
_NAME = re.compile(r"[a-z][a-z0-9]{1,29}")


def new_service(name: str, title: str | None, mock_platform: Path) -> list[Path]:
    """Write a service and its tests below the folder `mock-platform`; the files.

    Raises UsageError where the name or the title cannot be used.
    """
    if not _NAME.fullmatch(name) or keyword.iskeyword(name):
        raise UsageError(
            f"{name!r} cannot be a service's name", hint="use lower-case letters and digits"
        )
    services = [get_service(known) for known in service_names()]
    title = title or name.capitalize()
    if not re.fullmatch(r"[\w '&.-]{2,30}", title):
        raise UsageError(f"{title!r} cannot be a brand", hint="2 to 30 letters, digits, spaces")
    for service in services:
        if name == service.name:
            raise UsageError(f"there is a service {name!r} already")
        if title.casefold() == service.title.casefold():
            raise UsageError(f"{service.name} has the title {title!r} already", hint="give --title")
    values = {"name": name, "title": title, "port": max(s.port for s in services) + 1}
    targets = {
        "service": mock_platform / "src/mock_platform/services" / name,
        "tests": mock_platform / "tests/services" / name,
    }
    for target in targets.values():
        if target.exists():
            raise UsageError("there is something here already", path=target)
    return [path for kind, target in targets.items() for path in fill(_HERE / kind, target, values)]
