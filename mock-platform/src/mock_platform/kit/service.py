"""The declaration of a service, and the list of all of them.

A service is a package under `mock_platform.services`. Its `__init__` declares it; its modules are
imported only when they are needed, so that listing services costs nothing:

- `models`      the tables, and a class `User` derived from `Account`
- `operations`  the rules, each an `@operation`
- `api`         `router`, the JSON API under `/api`
- `pages`       `router`, the web pages; `templates/` beside it
"""

import importlib
import pkgutil
from dataclasses import dataclass
from functools import cached_property
from inspect import isfunction
from pathlib import Path
from types import ModuleType
from typing import Any

from sqlalchemy import MetaData


@dataclass(frozen=True)
class Service:
    """`name` is the folder's name, `title` the invented brand on its pages.

    `port` is where it listens, `accent` the colour of its pages.
    """

    name: str
    title: str
    port: int
    summary: str = ""
    accent: str = "#2f5d8a"
    package: str = ""

    def module(self, name: str) -> ModuleType:
        """The service's own module `models`, `operations`, `api` or `pages`."""
        return importlib.import_module(f"{self._package}.{name}")

    @property
    def _package(self) -> str:
        return self.package or f"mock_platform.services.{self.name}"

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}/"

    @cached_property
    def templates(self) -> Path:
        return Path(str(importlib.import_module(self._package).__file__)).parent / "templates"

    @cached_property
    def user_model(self) -> Any:
        """The class `User` of the service's models."""
        return self.module("models").User

    @property
    def metadata(self) -> MetaData:
        metadata: MetaData = self.user_model.metadata
        return metadata

    @cached_property
    def tables(self) -> dict[str, Any]:
        """Table name → model class, parents before those that refer to them."""
        mappers = self.user_model._sa_registry.mappers
        by_name = {mapper.local_table.name: mapper.class_ for mapper in mappers}
        return {table.name: by_name[table.name] for table in self.metadata.sorted_tables}

    @cached_property
    def operations(self) -> dict[str, Any]:
        """Operation name → function."""
        found = vars(self.module("operations")).values()
        marked = (f for f in found if isfunction(f) and "operation_name" in vars(f))
        return {vars(function)["operation_name"]: function for function in marked}


def service_names() -> list[str]:
    """The names of all services, sorted."""
    from mock_platform import services

    return sorted(module.name for module in pkgutil.iter_modules(services.__path__))


def get_service(name: str) -> Service:
    """The service of that name; KeyError names those that exist."""
    if name not in service_names():
        raise KeyError(f"no service {name!r}; there are: {', '.join(service_names())}")
    service: Service = importlib.import_module(f"mock_platform.services.{name}").service
    return service
