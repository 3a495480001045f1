"""What holds for every service."""

import pytest

from mock_platform.kit import get_service, service_names
from mock_platform.kit.routing import TransactionRoute

SERVICES = [get_service(name) for name in service_names()]
each = pytest.mark.parametrize("service", SERVICES, ids=lambda service: service.name)


def test_ports_and_titles_are_their_own():
    assert len({service.port for service in SERVICES}) == len(SERVICES)
    assert len({service.title for service in SERVICES}) == len(SERVICES)


@each
def test_amounts_and_moments_are_stored_exactly(service):
    for table in service.metadata.tables.values():
        for column in table.columns:
            kind = type(column.type).__name__
            assert kind not in ("Numeric", "DateTime"), f"{table.name}.{column.name}"


@each
def test_every_api_function_that_changes_something_is_an_operation(service):
    routes = [r for r in service.module("api").router.routes if isinstance(r, TransactionRoute)]
    renamed = {"update_draft": "save_draft", "change_address": "save_address"}
    for route in routes:
        if route.methods != {"GET"}:
            assert renamed.get(route.name, route.name) in service.operations, route.name


@each
def test_operation_ids_are_unique(service):
    names = [r.name for r in service.module("api").router.routes]
    assert len(set(names)) == len(names)
