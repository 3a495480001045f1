"""`liveclaw validate`: what can be proved of tasks by reading them."""

import json
from typing import Annotated

import typer

from liveclawbench.cli.console import err, out, plain
from liveclawbench.cli.options import Names, TasksDir
from liveclawbench.paths import TASKS


def validate(
    names: Names = None,
    tasks_dir: TasksDir = TASKS,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    rules: Annotated[bool, typer.Option("--rules", help="List the rules and stop.")] = False,
) -> None:
    """Check task directories against the contract, without running them."""
    from liveclawbench.tasks import Corpus
    from liveclawbench.validation import RULES, validate_corpus

    if rules:
        for rule in sorted(RULES, key=lambda rule: rule.name):
            out().print(plain(f"{rule.name:<22} {rule.summary}"), soft_wrap=True)
        return
    findings = validate_corpus(Corpus(tasks_dir), names or ())
    if as_json:
        typer.echo(json.dumps([finding.as_dict() for finding in findings], indent=2))
    else:
        for finding in findings:
            where = plain(f"{finding.path}:{finding.line}: ", "cyan")
            line = where.append_text(plain(f"{finding.message} [{finding.rule}]"))
            out().print(line, soft_wrap=True)
            out().print(plain(f"  → {finding.fix}", "dim"), soft_wrap=True)
        err().print(f"{len(findings)} findings" if findings else "no findings", style="dim")
    if findings:
        raise typer.Exit(1)
