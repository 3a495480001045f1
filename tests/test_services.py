"""The reference of the services is drawn from the services themselves."""

from pathlib import Path

from liveclawbench.services import outdated_reference, reference_text, write_reference
from mock_platform.kit.service import get_service, service_names


def test_it_names_every_page_operation_table_and_policy() -> None:
    text = reference_text()
    for service in map(get_service, service_names()):
        assert f"## {service.name}\n" in text
        for name in (*service.operations, *service.tables):
            assert f"| `{name}` |" in text
    assert "`/policies/{name}`" in text
    assert "| `RETURN_DAYS` | `30` |" in text
    assert "| `stale` |" in text


def test_it_is_written_where_it_is_out_of_date(tmp_path: Path) -> None:
    (tmp_path / "docs/reference").mkdir(parents=True)
    (page,) = write_reference(tmp_path)
    assert outdated_reference(tmp_path) == []
    page.write_text(page.read_text() + "More.\n")
    assert outdated_reference(tmp_path) == [page]
