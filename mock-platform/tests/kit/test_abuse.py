"""What careless, slow and hostile clients do to a service."""

import base64
import json
import socket
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from sample import service

SEED = {
    "users": [
        {"id": 1, "email": "nora@larder.example", "name": "Nora Quill", "password": "plum"},
    ]
}
JAR = {"label": "fig", "price": "2"}
MEGABYTE = b"x" * 1_000_000


@pytest.fixture
def live(share):
    return share(service, SEED).reset()


@pytest.fixture
def nora(live):
    return live.login("nora@larder.example", "plum")


def raw(live, *, request: bytes, answer_of: int = 65536) -> bytes:
    """Bytes sent as they are, and what comes back until the service is done."""
    address = (live.http.base_url.host, live.http.base_url.port)
    with socket.create_connection(address, timeout=10) as connection:
        connection.sendall(request)
        found = b""
        while len(found) < answer_of and (part := connection.recv(65536)):
            found += part
    return found


def test_twenty_clients_at_once(live, nora):
    def work(number):
        answers = [nora.post("/api/jars", json=JAR | {"label": f"{number}-{i}"}) for i in range(5)]
        return [answer.status_code for answer in answers] + [nora.get("/api/jars").status_code]

    with ThreadPoolExecutor(20) as pool:
        assert list(pool.map(work, range(20))) == [[201] * 5 + [200]] * 20
    labels = [jar["label"] for jar in nora.get("/api/jars").json()]
    assert sorted(labels) == sorted(f"{n}-{i}" for n in range(20) for i in range(5))


def test_a_slow_client_keeps_nobody_waiting(live, nora):
    address = (live.http.base_url.host, live.http.base_url.port)
    with socket.create_connection(address, timeout=10) as slow:
        slow.sendall(b"POST /jars HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nlabel=")
        assert nora.post("/api/jars", json=JAR, timeout=2).status_code == 201


def test_a_body_that_is_too_large_is_refused(live, nora):
    answer = nora.post("/api/jars", content=MEGABYTE * 50)
    assert answer.status_code == 413
    assert answer.json()["error"]["code"] == "too_large"
    page = live.browser("nora@larder.example", "plum").post("/jars", content=MEGABYTE * 50)
    assert page.status_code == 413
    assert "That is more than 32 MB." in page.text


def test_a_body_of_unknown_length_is_refused_when_it_grows_too_large(nora):
    sent = 0

    def endless():
        nonlocal sent
        while sent < 500:
            sent += 1
            yield MEGABYTE

    try:
        status = nora.post("/api/jars", content=endless()).status_code
    except httpx.TransportError:
        status = 413  # the connection was closed while there was more to send
    assert status == 413
    assert sent < 100
    assert nora.post("/api/jars", json=JAR).status_code == 201


def test_who_asks_before_sending_is_refused_at_once(live):
    head = "POST /api/jars HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n"
    answer = raw(live, request=f"{head}Content-Length: 50000000\r\n\r\n".encode())
    assert answer.startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize(
    "request_line",
    [
        b"GET /" + b"x" * 60_000 + b" HTTP/1.1",
        b"GET /?q=" + b"%00%ff%ed%a0%80" * 3000 + b" HTTP/1.1",
        b"GET /static/../../app.py HTTP/1.1",
        b"GET /static/..%2f..%2fapp.py HTTP/1.1",
        b"GET /static/%2e%2e/%2e%2e/app.py HTTP/1.1",
        b"GET /static//etc/passwd HTTP/1.1",
        b"GET /static/%00 HTTP/1.1",
        b"GET /%0d%0aSet-Cookie:%20a=b HTTP/1.1",
        b"BREW / HTTP/1.1",
        b"nonsense",
    ],
)
def test_strange_requests_get_a_clients_error(live, request_line):
    answer = raw(live, request=request_line + b"\r\nHost: x\r\nConnection: close\r\n\r\n")
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.split()[1][:1] in (b"3", b"4")
    assert b"root:" not in body
    assert b"create_app" not in body
    assert b"\r\nset-cookie: a=b" not in head.lower()


def test_an_endless_address_is_not_read_to_its_end(live):
    try:
        answer = raw(live, request=b"GET /" + b"x" * 1_000_000)
    except ConnectionError:
        answer = b""
    assert answer == b"" or answer.startswith(b"HTTP/1.1 400 ")
    assert live.http.get("/health").text == "ok"


@pytest.mark.parametrize(
    "flash",
    [
        "",
        "%%%",
        "W10",
        base64.urlsafe_b64encode(b"[" * 3000).decode(),
        base64.urlsafe_b64encode(b"\xff\xfe").decode(),
        base64.urlsafe_b64encode(json.dumps({"text": "<b>x", "kind": '"><i>'}).encode()).decode(),
    ],
)
def test_strange_cookies_harm_nobody(live, flash):
    cookies = f"sample_flash={flash}; sample_session={flash}; a=b; =; ;;"
    page = live.http.get("/login", headers={"Cookie": cookies})
    assert page.status_code == 200
    assert "<b>x" not in page.text
    assert "<i>" not in page.text


@pytest.mark.parametrize("origin", ["null", "http://evil.example", "http://localhost:1", "x"])
@pytest.mark.parametrize("header", ["Origin", "Referer"])
def test_what_another_site_posts_is_refused(live, nora, origin, header):
    client = live.browser("nora@larder.example", "plum")
    assert client.post("/jars", data=JAR, headers={header: origin}).status_code == 403
    assert nora.get("/api/jars").json() == []


def test_the_same_address_over_another_scheme_is_another_site(live, nora):
    client = live.browser("nora@larder.example", "plum")
    secure = str(live.http.base_url).replace("http:", "https:").rstrip("/")
    for origin in (secure, ""):
        assert client.post("/jars", data=JAR, headers={"Origin": origin}).status_code == 403
    assert client.post("/jars", data=JAR, headers={"Referer": ""}).status_code == 200


def test_signing_in_starts_a_session_of_its_own(live):
    """A token that somebody planted beforehand is worth nothing."""
    with httpx.Client(verify=False, base_url=live.http.base_url) as client:
        client.cookies.set("sample_session", "planted")
        client.post("/login", data={"email": "nora@larder.example", "password": "plum"})
    planted = {"Cookie": "sample_session=planted"}
    assert live.http.get("/", headers=planted).headers["location"].startswith("/login")


@pytest.mark.parametrize(
    "target",
    ["//evil.example", "/\\evil.example", "http://evil.example", "/\r\nX-Evil: 1", "/\t/e"],
)
def test_no_redirect_leads_elsewhere(live, target):
    form = {"email": "nora@larder.example", "password": "plum", "next": target}
    answer = live.http.post("/login", data=form)
    assert answer.headers["location"] == "/"
    assert "x-evil" not in answer.headers


def test_what_no_database_can_hold_is_the_clients_error(nora):
    assert nora.delete(f"/api/jars/{2**70}").status_code == 422
    half = b'{"label": "\\ud800", "price": "1"}'
    headers = {"Content-Type": "application/json"}
    assert nora.post("/api/jars", content=half, headers=headers).status_code == 422
    deep = b'{"label": ' + b"[" * 100_000
    assert nora.post("/api/jars", content=deep, headers=headers).status_code == 400
