"""`liveclaw images`: build, list and remove what environments start from."""

from pathlib import Path
from typing import Annotated

import typer

from liveclawbench.cli.building import Engine, build_images
from liveclawbench.cli.console import err, out, plain, print_error
from liveclawbench.cli.options import Names, OneName, one_task, select

images = typer.Typer(help="Build, list and remove images.", no_args_is_help=True)


@images.command()
def build(
    names: Names = None,
    full: Annotated[
        bool, typer.Option("--full", help="With the agent's runtime: Node, OpenClaw, a browser.")
    ] = False,
    docker: Annotated[bool, typer.Option("--docker", help="In the Docker engine.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Even where nothing changed.")] = False,
) -> None:
    """Build the images of tasks (all without a name)."""
    found = select(names)
    engine: Engine = "docker" if docker else "sandbox"
    ready, unbuilt = build_images(found.tasks, engine=engine, full=full, force=force)
    for task in ready:
        out().print(plain(f"{task.name}: ready"))
    for error in [p.error for p in unbuilt] + [b.error for b in found.broken]:
        print_error(error)
    if unbuilt or found.broken:
        raise typer.Exit(1)


@images.command("list")
def list_images() -> None:
    """List the images, with their sizes (layers that are shared count in each)."""
    from rich.table import Table

    from liveclawbench.images import Store

    table = Table("image", "built", box=None, pad_edge=False)
    table.add_column("size", justify="right")
    entries = Store().list()
    for entry in entries:
        when = entry.built.astimezone().strftime("%Y-%m-%d %H:%M")
        name = entry.image.name if entry.current else f"{entry.image.name} (replaced)"
        table.add_row(plain(name), when, _megabytes(entry.size))
    out().print(table)
    err().print(f"{len(entries)} images", style="dim")


@images.command()
def prune(
    everything: Annotated[bool, typer.Option("--all", help="Remove every image.")] = False,
) -> None:
    """Remove images that were replaced, and those of fresh instances."""
    from liveclawbench.images import Store

    gone = Store().prune(everything=everything)
    out().print(f"removed {gone.images} images, {_megabytes(gone.size)}")
    for name in gone.kept_in_use:
        out().print(plain(f"{name}: in use, kept"))


@images.command()
def context(
    name: OneName,
    to: Annotated[Path, typer.Option("--out", help="An empty folder, or a new one.")],
) -> None:
    """Write what a task's images are built from, and print the commands that build them."""
    from liveclawbench.errors import UsageError
    from liveclawbench.images import Store

    if to.exists() and (not to.is_dir() or any(to.iterdir())):
        raise UsageError(f"{to} exists", hint="name a folder that does not, or is empty")
    task = one_task(name)
    to.mkdir(parents=True, exist_ok=True)
    for command in Store().write_contexts(task.dir, task.services, to):
        typer.echo(command)


def _megabytes(size: int) -> str:
    return f"{size / 1e6:,.0f} MB"
