"""The API reference page, drawn from the OpenAPI document on the server: it needs no network."""

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Parameter:
    name: str
    place: str
    type: str
    required: bool
    description: str = ""


@dataclass
class Endpoint:
    method: str
    path: str
    operation: str
    description: str
    answer: str
    parameters: list[Parameter] = field(default_factory=list)


def reference(openapi: dict[str, Any]) -> dict[str, list[Endpoint]]:
    """Tag → its endpoints, in the document's order."""
    sections: dict[str, list[Endpoint]] = {}
    for path, methods in openapi.get("paths", {}).items():
        for method, operation in methods.items():
            for tag in operation.get("tags", ["general"]):
                sections.setdefault(tag, []).append(_endpoint(openapi, path, method, operation))
    return sections


def _endpoint(doc: dict[str, Any], path: str, method: str, operation: dict[str, Any]) -> Endpoint:
    parameters = [
        Parameter(
            item["name"],
            item["in"],
            _type(item.get("schema", {})),
            item.get("required", False),
            item.get("description", ""),
        )
        for item in operation.get("parameters", [])
    ]
    for content in operation.get("requestBody", {}).get("content", {}).values():
        schema = _resolve(doc, content.get("schema", {}))
        required = schema.get("required", [])
        for name, item in schema.get("properties", {}).items():
            description = item.get("description", "")
            parameters.append(Parameter(name, "body", _type(item), name in required, description))
    answers: dict[str, dict[str, Any]] = operation.get("responses", {})
    success = next((answer for code, answer in answers.items() if code < "300"), {})
    contents: list[dict[str, Any]] = list(success.get("content", {}).values())
    schema = contents[0].get("schema", {}) if contents else {}
    return Endpoint(
        method=method.upper(),
        path=path,
        operation=operation.get("operationId", ""),
        description=operation.get("description", operation.get("summary", "")),
        answer=_shape(doc, schema),
        parameters=parameters,
    )


def _resolve(doc: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in schema:
        return schema
    found: dict[str, Any] = doc["components"]["schemas"][schema["$ref"].rsplit("/", 1)[-1]]
    return found


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"].rsplit("/", 1)[-1])
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(_type(part) for part in schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(str(value) for value in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    return str(schema.get("format", schema.get("type", "any")))


def _shape(doc: dict[str, Any], schema: dict[str, Any]) -> str:
    """`[{id, name, price}]`: the fields of an answer, one level deep."""
    if schema.get("type") == "array":
        return f"[{_shape(doc, schema.get('items', {}))}]"
    fields = _resolve(doc, schema).get("properties")
    return "{" + ", ".join(fields) + "}" if fields else _type(schema) if schema else "nothing"
