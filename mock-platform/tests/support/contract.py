"""Whether a service keeps to its own OpenAPI document, whatever it is asked."""

from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import checks
from schemathesis.specs.openapi import checks as openapi_checks

CHECKS: list[Any] = [
    checks.not_a_server_error,
    openapi_checks.status_code_conformance,
    openapi_checks.content_type_conformance,
    openapi_checks.response_schema_conformance,
    openapi_checks.response_headers_conformance,
]


def exercise(live: Any, email: str, password: str, examples: int = 25) -> int:
    """Ask every operation `examples` different things; the number of operations.

    Signing out is left out, since it would end the session that the others need.
    """
    document = live.http.get("/openapi.json").json()
    schema = schemathesis.openapi.from_dict(document)
    token = live.login(email, password).headers["Authorization"]
    operations = [result.ok() for result in schema.get_all_operations()]
    operations = [o for o in operations if o.path != "/api/logout"]

    for operation in operations:
        _ask(operation, str(live.http.base_url), token, examples)
    return len(operations)


def _ask(operation: Any, url: str, token: str, examples: int) -> None:
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def ask(case: Any) -> None:
        headers = {"Authorization": token}
        case.call_and_validate(base_url=url, checks=CHECKS, headers=headers, timeout=10)

    ask()
