"""The generated pages say what the tasks and rules are, and are noticed when they do not."""

from collections.abc import Callable
from pathlib import Path

from liveclawbench.pages import outdated_pages, write_pages
from liveclawbench.tasks import Corpus
from liveclawbench.validation import RULES

WriteTask = Callable[..., Path]


def test_they_are_written_where_they_are_out_of_date(write_task: WriteTask) -> None:
    corpus = Corpus(write_task("good-task").parent)
    pages = write_pages(corpus)
    assert {page.name for page in pages} == {"services.md", "tasks.md", "validation.md"}
    assert outdated_pages(corpus) == []
    pages[1].write_text(pages[1].read_text() + "More.\n")
    assert outdated_pages(corpus) == [pages[1]]


def test_the_page_of_the_tasks_counts_and_lists_them(write_task: WriteTask) -> None:
    first = write_task("good-task")
    write_task("other-task", case_id=2, factor_c1=1, difficulty="hard", services=["shop"])
    (first / "scenario.py").write_text('"""A word | that is easy to miss.\n\nMore."""\n')
    write_pages(Corpus(first.parent))
    text = (first.parent.parent / "docs/reference/tasks.md").read_text()
    assert "| C1 | the world changes meanwhile | 1 |" in text
    assert "| none | a baseline | 1 |" in text
    assert "| all | 2 | | 1 | 0 | 1 |" in text
    assert "| easy | - | - | A word \\| that is easy to miss. |" in text
    assert "[other-task](../../tasks/other-task/instruction.md) | hard | C1 | shop |" in text


def test_the_page_of_the_rules_says_of_each_what_to_do(write_task: WriteTask) -> None:
    root = write_task("good-task").parent
    write_pages(Corpus(root))
    text = (root.parent / "docs/reference/validation.md").read_text()
    for rule in RULES:
        assert f"## {rule.name}\n" in text
        assert len(rule.why.split()) > 8, rule.name
