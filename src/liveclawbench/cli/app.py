"""All commands, under one name. Their modules import what is heavy only when they run."""

from typing import Annotated

import typer

from liveclawbench import __version__
from liveclawbench.cli import (
    check,
    doctor,
    images,
    new,
    pairs,
    registry,
    render,
    replay,
    run,
    serve,
    services,
    shell,
    tasks,
    validate,
)

app = typer.Typer(
    name="liveclaw",
    help="Measure how well an AI assistant does a person's everyday work.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"liveclaw {__version__}")
        raise typer.Exit


@app.callback()
def common(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


app.command("run")(run.run)
app.command("replay")(replay.replay)
app.command("check")(check.check)
app.command("tasks")(tasks.tasks)
app.command("pairs")(pairs.pairs)
app.command("validate")(validate.validate)
app.command("render")(render.render)
app.command("registry")(registry.registry)
app.command("shell")(shell.shell)
app.command("serve")(serve.serve)
app.command("services")(services.services)
app.command("doctor")(doctor.doctor)
app.add_typer(images.images, name="images")
app.add_typer(new.new, name="new")
