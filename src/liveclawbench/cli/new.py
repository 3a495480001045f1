"""`liveclaw new`: starting points."""

from pathlib import Path
from typing import Annotated

import typer

from liveclawbench.cli.console import err, out, plain

new = typer.Typer(help="Write a starting point that works.", no_args_is_help=True)


@new.callback()
def _common() -> None:
    pass


@new.command("service")
def service(
    name: Annotated[str, typer.Argument(help="The folder's name: lower-case letters and digits.")],
    title: Annotated[
        str | None, typer.Option("--title", help="The invented brand on its pages.")
    ] = None,
) -> None:
    """Write a small service, with pages, API, rules, demo data and tests that pass."""
    from liveclawbench.errors import UsageError
    from liveclawbench.scaffold import new_service
    from mock_platform import services

    root = Path(next(iter(services.__path__))).parents[2]
    if not (root / "tests").is_dir():
        raise UsageError("a service is written into a clone of the project", path=root)
    for path in new_service(name, title, root):
        out().print(plain(str(path)), soft_wrap=True)
    tests = root / "tests/services" / name
    err().print(plain(f"try: liveclaw serve --services {name}; pytest {tests}"), style="dim")
