import json
from collections.abc import Callable
from pathlib import Path

import pytest

from liveclawbench.errors import LiveClawError, UsageError
from liveclawbench.tasks import Corpus, Task, narrow, tag, tags

WriteTask = Callable[..., Path]


def test_the_tag_of_a_domain() -> None:
    assert tag("E-commerce & Daily Svcs") == "e-commerce_daily_svcs"
    assert tags(["Social Media", "Communication & Email"]) == [
        "social_media",
        "communication_email",
    ]


def test_a_task_knows_its_facts(write_task: WriteTask) -> None:
    task = Task.load(write_task("watch", factor_c2=1, factor_a1=1, services=["shop"]))
    assert (task.name, task.services, task.factors) == ("watch", ("shop",), ("A1", "C2"))
    assert task.domains == ("E-commerce & Daily Svcs",)


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("factor_b1", 2, "factor_b1"),
        ("factor_b1", True, "factor_b1"),
        ("case_id", 0, "case_id"),
        ("case_id", "seven", "case_id"),
        ("difficulty", "brutal", "difficulty"),
        ("domain", "Gardening", "Gardening"),
    ],
)
def test_a_wrong_value_is_named_with_its_line(
    write_task: WriteTask, key: str, value: object, said: str
) -> None:
    directory = write_task("watch", **{key: value})
    with pytest.raises(LiveClawError, match=said) as caught:
        Task.load(directory)
    text = (directory / "task.toml").read_text().splitlines()
    assert caught.value.line is not None
    assert text[caught.value.line - 1].startswith(key)


def test_a_missing_key_is_named_with_the_line_of_its_table(write_task: WriteTask) -> None:
    directory = write_task("watch", case_id=None)
    with pytest.raises(LiveClawError, match="case_id: is missing") as caught:
        Task.load(directory)
    assert caught.value.line == 2


@pytest.mark.parametrize("content", [None, b"\xff\xfe", b"[metadata\n", b""])
def test_an_unreadable_task_toml_is_an_error_at_the_file(
    write_task: WriteTask, content: bytes | None
) -> None:
    path = write_task("watch") / "task.toml"
    path.unlink()
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(LiveClawError) as caught:
        Task.load(path.parent)
    assert caught.value.path == path


def test_broken_tasks_are_kept_and_the_others_found(write_task: WriteTask) -> None:
    root = write_task("good").parent
    write_task("bad", difficulty="brutal")
    (root / "empty").mkdir()
    found = Corpus(root).all
    assert [task.name for task in found.tasks] == ["good"]
    assert [broken.name for broken in found.broken] == ["bad", "empty"]


def test_tasks_are_found_by_name_in_the_order_asked_and_by_path(write_task: WriteTask) -> None:
    root = write_task("alpha").parent
    write_task("beta")
    found = Corpus(root).find(["beta", "alpha", "beta", str(root / "alpha")])
    assert [task.name for task in found.tasks] == ["beta", "alpha"]


@pytest.mark.parametrize("name", ["bad name; touch pwn", "Watch", "watch_purchase", "-k", "0day"])
def test_a_folder_that_is_not_named_in_kebab_case_is_broken(
    write_task: WriteTask, name: str
) -> None:
    root = write_task(name).parent
    [broken] = Corpus(root).all.broken
    assert broken.error.message == f"the folder of a task is named in kebab-case, not {name!r}"
    assert broken.error.path == root / name


@pytest.mark.parametrize(
    ("services", "said"),
    [
        (["shop", "shop"], "'shop' is named twice"),
        (["nope"], "there is no service 'nope'"),
        (["email", "../email"], "there is no service '../email'"),
    ],
)
def test_services_that_cannot_be_started_break_a_task_with_their_line(
    write_task: WriteTask, services: list[str], said: str
) -> None:
    directory = write_task("watch")
    path = directory / "task.toml"
    path.write_text(path.read_text().replace("services = []", f"services = {json.dumps(services)}"))
    [broken] = Corpus(directory.parent).all.broken
    assert said in broken.error.message
    assert broken.error.path == path
    assert "services" in path.read_text().splitlines()[(broken.error.line or 0) - 1]


@pytest.mark.parametrize("name", ["watch-purchse", "watch", "../tasks/watch-purchase-x"])
def test_an_unknown_name_is_answered_with_the_nearest(write_task: WriteTask, name: str) -> None:
    root = write_task("watch-purchase").parent
    with pytest.raises(UsageError) as caught:
        Corpus(root).find([name])
    assert caught.value.hint == "did you mean watch-purchase?"


def test_filters_narrow_and_broken_tasks_stay(write_task: WriteTask) -> None:
    root = write_task("base").parent
    write_task("pair", factor_c2=1, difficulty="hard")
    write_task("mail", domain="Communication & Email")
    write_task("bad", difficulty="brutal")
    everything = Corpus(root).all

    def names(**filters: list[str]) -> list[str]:
        found = narrow(everything, **filters)
        assert [broken.name for broken in found.broken] == ["bad"]
        return [task.name for task in found.tasks]

    assert names(factors=["c2"]) == ["pair"]
    assert names(factors=["none"]) == ["base", "mail"]
    assert names(difficulties=["hard"], factors=["A1"]) == []
    assert names(domains=["email"]) == ["mail"]
    assert names(domains=["communication_email"]) == ["mail"]


@pytest.mark.parametrize(
    "filters", [{"factors": ["D1"]}, {"domains": ["gardens"]}, {"difficulties": ["-"]}]
)
def test_a_filter_that_does_not_exist_is_wrong_usage(
    write_task: WriteTask, filters: dict[str, list[str]]
) -> None:
    found = Corpus(write_task("base").parent).all
    with pytest.raises(UsageError, match="is named"):
        narrow(found, **filters)


def test_a_task_that_is_named_twice_is_taken_once(
    write_task: WriteTask, monkeypatch: pytest.MonkeyPatch
) -> None:
    directory = write_task("watch")
    monkeypatch.chdir(directory)
    (directory.parent / "_link").symlink_to(directory)
    names = ["watch", str(directory), ".", "watch", "./", "../_link", f"{directory}/../watch"]
    assert [task.dir for task in Corpus(directory.parent).find(names).tasks] == [directory]


def test_no_name_is_no_task(write_task: WriteTask) -> None:
    with pytest.raises(UsageError, match="no task is named ''"):
        Corpus(write_task("watch").parent).find([""])
