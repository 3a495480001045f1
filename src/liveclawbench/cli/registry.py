"""`liveclaw registry`: the generated listings."""

from typing import Annotated

import typer

from liveclawbench.cli.console import out, plain


def registry(
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; fail if a listing is out of date.")
    ] = False,
) -> None:
    """Write what is generated from tasks and services.

    That is registry.json, docs/metadata/cases_registry.csv, and in docs/reference the pages of
    services, tasks and rules of validation.
    """
    from liveclawbench.cli.console import print_error
    from liveclawbench.pages import outdated_pages, write_pages
    from liveclawbench.registry import outdated, write
    from liveclawbench.tasks import Corpus

    corpus = Corpus()
    for broken in corpus.all.broken:
        print_error(broken.error)
    if check:
        paths = outdated(corpus) + outdated_pages(corpus)
    else:
        paths = write(corpus) + write_pages(corpus)
    for path in paths:
        out().print(plain(f"{path}: {'out of date' if check else 'written'}"), soft_wrap=True)
    if corpus.all.broken or (check and paths):
        raise typer.Exit(1)
