"""A small Lodestar: three sources, seven pages, two users."""

import pytest

from mock_platform.kit import get_service


def document(number, source_id, title, body, days, **values):
    return {
        "id": number,
        "source_id": source_id,
        "path": f"/p{number}",
        "title": title,
        "body": body,
        "published_on": f"-{days}d",
        "topic": "tides",
    } | values


def source(number, domain, kind):
    return {"id": number, "domain": domain, "name": domain.split(".")[0].title(), "kind": kind}


SEED = {
    "users": [
        {"id": 1, "email": "ada@star.example", "name": "Ada Quill", "password": "plum"},
        {"id": 2, "email": "bruno@star.example", "name": "Bruno Vance", "password": "fig"},
    ],
    "sources": [
        source(1, "review.example", "journal"),
        source(2, "courier.example", "newspaper"),
        source(3, "wonder.example", "blog"),
    ],
    "documents": [
        document(
            1, 1, "Tidal turbines measured", "They run nine hours a day.", 400, author="V. Moss"
        ),
        document(
            2, 2, "Turbines in the bay", "A study says they run nine hours.", 300, cluster="bay"
        ),
        document(
            3, 3, "Turbines in the bay", "A study says they run nine hours!", 299, cluster="bay"
        ),
        document(4, 3, "Waves <b>beat</b> tides", "Waves never rest; turbines do.", 10),
        document(
            5,
            1,
            "Seals and turbines",
            "Seals keep away.",
            800,
            standing="retracted",
            standing_note="The count was wrong.",
        ),
        document(6, 2, "Café on the pier", "Tea at 100% strength, under_score.", 5, topic="tea"),
        document(7, 1, "Nothing of the kind", "Turbine " + "and so on " * 50, 20, topic="other"),
    ],
    "citations": [
        {"id": 1, "document_id": 2, "cited_id": 1},
        {"id": 2, "document_id": 7, "cited_id": 1, "text": "Moss, on turbines"},
        {"id": 3, "document_id": 7, "text": "A letter, unpublished"},
    ],
    "collections": [
        {"id": 1, "user_id": 1, "name": "Tides", "created_at": "-9d"},
        {"id": 2, "user_id": 2, "name": "Tides", "created_at": "-9d"},
    ],
    "saved_pages": [
        {"id": 1, "collection_id": 2, "document_id": 4, "saved_at": "-2d"},
    ],
}


@pytest.fixture
def live(share):
    return share(get_service("search"), SEED).reset()


@pytest.fixture
def ada(live):
    return live.login("ada@star.example", "plum")


@pytest.fixture
def browser(live):
    return live.browser("ada@star.example", "plum")
