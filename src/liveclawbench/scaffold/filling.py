"""Filling in templates: `$name` and the like are replaced, a last suffix `.txt` is dropped."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Template


def fill(source: Path, target: Path, values: Mapping[str, object]) -> Iterator[Path]:
    """Write every template below `source` below `target`; the files, executable if scripts."""
    for template in sorted(source.rglob("*")):
        if not template.is_file():
            continue
        path = target / str(template.relative_to(source)).removesuffix(".txt")
        path.parent.mkdir(parents=True, exist_ok=True)
        text = Template(template.read_text(encoding="utf-8")).substitute(values)
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755 if text.startswith("#!") else 0o644)
        yield path
