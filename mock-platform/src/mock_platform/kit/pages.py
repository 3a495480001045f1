"""Web pages: templates, flash messages, and the filters that all services share."""

import base64
import json
import re
from datetime import date, datetime
from decimal import Decimal
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from mock_platform.kit.clock import now
from mock_platform.kit.runtime import Runtime
from mock_platform.kit.service import Service

KIT_TEMPLATES = Path(__file__).parent / "templates"
STATIC = Path(__file__).parent / "static"
_FLASH = "flash"
_LONGEST_FLASH = 400
_LINK = re.compile(r"(https?://[^\s<>\"']+[^\s<>\"'.,;:!?)])")


def money(amount: Decimal | None, currency: str = "€") -> str:
    """`€1,240.50`."""
    if amount is None:
        return "–"
    sign = "-" if amount < 0 else ""
    return f"{sign}{currency}{abs(amount):,.2f}"


def when(moment: datetime | None) -> str:
    """`Mon 30 Nov 2026, 09:30 UTC`."""
    return "–" if moment is None else f"{moment:%a} {moment.day} {moment:%b %Y, %H:%M} UTC"


def day(value: date | None) -> str:
    """`30 Nov 2026`."""
    return "–" if value is None else f"{value.day} {value:%b %Y}"


def size(count: int) -> str:
    """`12 KB`."""
    return f"{count} B" if count < 1000 else f"{count / 1000:.0f} KB"


def linked(text: str) -> Markup:
    """Text with its web addresses as links; everything else is escaped."""
    parts = _LINK.split(text)
    return Markup("").join(
        Markup('<a href="{0}" rel="noopener noreferrer">{0}</a>').format(part) if odd else part
        for part, odd in zip(parts, cycle((False, True)), strict=False)
    )


@cache
def _environment(templates: Path) -> Environment:
    environment = Environment(
        loader=ChoiceLoader([FileSystemLoader(templates), FileSystemLoader(KIT_TEMPLATES)]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(money=money, when=when, day=day, size=size, linked=linked)
    environment.globals.update(now=now)
    return environment


def page(request: Request, template: str, status: int = 200, **context: Any) -> HTMLResponse:
    """Render a template of the service, or of the kit, with `service`, `user`, `flash`, `path`."""
    runtime = Runtime.of(request)
    shared = {
        "service": runtime.service,
        "user": getattr(request.state, "user", None),
        "flash": _read_flash(request),
        "path": request.url.path,
        "query": request.query_params,
    }
    html = _environment(runtime.service.templates).get_template(template).render(shared | context)
    response = HTMLResponse(html, status_code=status, headers={"Cache-Control": "no-store"})
    if _flash_cookie(runtime.service) in request.cookies:
        response.delete_cookie(_flash_cookie(runtime.service))
    return response


def redirect(
    request: Request, url: str, flash: str | None = None, kind: str = "success"
) -> RedirectResponse:
    """See-other to a path of this service; `flash` is shown once on the page that follows.

    `kind` is `success`, `error` or `info`.
    """
    response = RedirectResponse(url, status_code=303)
    if flash:
        text = json.dumps({"text": flash[:_LONGEST_FLASH], "kind": kind}).encode()
        name = _flash_cookie(Runtime.of(request).service)
        response.set_cookie(name, base64.urlsafe_b64encode(text).decode(), httponly=True)
    return response


def download(content: bytes, filename: str) -> Response:
    """A file to keep, which no browser shows in the page: it may hold anything."""
    safe = "".join(c if c.isascii() and (c.isalnum() or c in "._- ") else "_" for c in filename)
    headers = {
        "Content-Disposition": f'attachment; filename="{safe}"',
        "X-Content-Type-Options": "nosniff",
    }
    return Response(content, media_type="application/octet-stream", headers=headers)


def local_path(target: str) -> str:
    """Only a path on this service, else `/`: `//host` and `\\` would lead elsewhere."""
    plain = target.startswith("/") and not target.startswith("//") and "\\" not in target
    return target if plain and target.isprintable() else "/"


def _flash_cookie(service: Service) -> str:
    return f"{service.name}_{_FLASH}"


def _read_flash(request: Request) -> dict[str, str] | None:
    raw = request.cookies.get(_flash_cookie(Runtime.of(request).service))
    if not raw:
        return None
    try:
        flash = json.loads(base64.urlsafe_b64decode(raw))
        return {"text": str(flash["text"]), "kind": str(flash["kind"])}
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
