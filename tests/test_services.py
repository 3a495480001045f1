"""The reference of the services is drawn from the services themselves."""

from liveclawbench.services import services_page
from mock_platform.kit.service import get_service, service_names


def test_it_names_every_page_operation_table_and_policy() -> None:
    text = services_page()
    for service in map(get_service, service_names()):
        assert f"## {service.name}\n" in text
        for name in (*service.operations, *service.tables):
            assert f"| `{name}` |" in text
    assert "`/policies/{name}`" in text
    assert "| `RETURN_DAYS` | `30` |" in text
    assert "| `stale` |" in text
