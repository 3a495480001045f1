"""`liveclaw services`: which there are."""

import json
from typing import Annotated

import typer

from liveclawbench.cli.console import out, plain


def services(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the mock services; `liveclaw serve --services NAME,…` shows them in a browser."""
    from rich.table import Table

    from mock_platform.kit.service import get_service, service_names

    found = [get_service(name) for name in service_names()]
    if as_json:
        facts = [
            {"name": s.name, "title": s.title, "port": s.port, "summary": s.summary} for s in found
        ]
        typer.echo(json.dumps(facts, indent=2))
        return
    table = Table("service", "brand", "port", "what it is", box=None, pad_edge=False)
    for service in found:
        table.add_row(
            *map(plain, (service.name, service.title, str(service.port))), service.summary
        )
    out().print(table)
