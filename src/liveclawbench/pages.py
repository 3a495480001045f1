"""The generated pages of `docs/reference/`: services, tasks, rules of validation."""

from pathlib import Path

from liveclawbench.tasks import Corpus


def outdated_pages(corpus: Corpus) -> list[Path]:
    """The pages beside the corpus that are not what `write_pages` would write."""
    return [path for path, text in _pages(corpus).items() if _read(path) != text.encode()]


def write_pages(corpus: Corpus) -> list[Path]:
    """Bring the pages up to date; the files that changed."""
    changed = outdated_pages(corpus)
    for path, text in _pages(corpus).items():
        if path in changed:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return changed


def _pages(corpus: Corpus) -> dict[Path, str]:
    from liveclawbench.services import services_page
    from liveclawbench.tasks.page import tasks_page
    from liveclawbench.validation import rules_page

    folder = corpus.root.parent / "docs" / "reference"
    return {
        folder / "services.md": services_page(),
        folder / "tasks.md": tasks_page(corpus),
        folder / "validation.md": rules_page(),
    }


def _read(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None
