"""What a query finds, and in which order."""

import pytest


def ids(client, q="", **query):
    answer = client.get("/api/search", params={"q": q, **query})
    assert answer.status_code == 200, answer.text
    return [hit["id"] for hit in answer.json()["items"]]


@pytest.mark.parametrize(
    ("q", "found"),
    [
        ("turbine", {1, 2, 4, 5, 7}),
        ("TURBINES nine", {1, 2}),
        ('"nine hours a day"', {1}),
        ("seals OR waves", {4, 5}),
        ("turbines -waves -seals", {1, 2, 7}),
        ("turbines site:review.example", {1, 5, 7}),
        ("turbines -site:review.example", {2, 4}),
        ("author:moss", {1}),
        ("intitle:turbines", {1, 2, 5}),
        ("cafe", {6}),
        ("100% under_score", {6}),
        ("nosuchword", set()),
        ('" OR 1=1 --', set()),
        ("turbine AND NEAR(", set()),
    ],
)
def test_a_query_means_what_the_help_page_says(live, q, found):
    assert set(ids(live.http, q)) == found


def test_dates_narrow_a_search(live):
    def day(number):
        return live.http.get(f"/api/documents/{number}").json()["published_on"]

    assert set(ids(live.http, f"turbines after:{day(2)}")) == {2, 4, 7}
    assert set(ids(live.http, f"turbines before:{day(2)}")) == {1, 5}
    assert set(ids(live.http, "turbines after:2999")) == set()


@pytest.mark.parametrize(
    ("q", "said"), [("after:soon", "wants a day"), ("-turbines", "not only what they are not")]
)
def test_a_query_that_cannot_be_understood_is_refused(live, browser, q, said):
    answer = live.http.get("/api/search", params={"q": q})
    assert answer.status_code == 422
    assert said in answer.json()["error"]["message"]
    page = browser.get("/search", params={"q": q})
    assert page.status_code == 422
    assert said in page.text


def test_a_word_in_the_title_counts_more(live):
    assert ids(live.http, "turbines")[-1] == 7
    assert ids(live.http, "turbines", sort="oldest")[:2] == [5, 1]
    assert ids(live.http, "turbines", sort="newest")[:2] == [4, 7]
    assert ids(live.http, "turbines", sort="most_cited")[0] == 1


def test_near_duplicates_stand_behind_the_oldest(live):
    (hit,) = live.http.get("/api/search", params={"q": '"study says"'}).json()["items"]
    assert (hit["id"], hit["near_duplicates"]) == (2, 1)
    assert set(ids(live.http, '"study says"', all_copies=True)) == {2, 3}
    page = live.http.get("/api/documents/3").json()
    assert [copy["id"] for copy in page["near_duplicates"]] == [2]


def test_filters_and_paging(live):
    assert set(ids(live.http, "turbines", kind="blog")) == {4}
    assert set(ids(live.http, topic="tea")) == {6}
    first, second = (ids(live.http, "turbines", size=3, page=n) for n in (1, 2))
    assert len(first) == 3
    assert not set(first) & set(second)
    assert live.http.get("/api/search", params={"kind": "oracle"}).status_code == 422


def test_a_page_says_what_it_cites_and_what_cites_it(live):
    page = live.http.get("/api/documents/7").json()
    assert page["references"] == [
        {"id": 1, "text": "Moss, on turbines"},
        {"id": None, "text": "A letter, unpublished"},
    ]
    assert page["url"] == "https://review.example/p7"
    assert live.http.get("/api/documents/1").json()["cited_by"] == 2
    citing = live.http.get("/api/documents/1/citing").json()["items"]
    assert [reference["id"] for reference in citing] == [7, 2]
    assert live.http.get("/api/documents/99").status_code == 404


def test_a_retracted_page_says_so(live, browser):
    assert live.http.get("/api/documents/5").json()["standing"] == "retracted"
    text = browser.get("/page/5").text
    assert "This page is retracted" in text
    assert "The count was wrong." in text


def test_text_of_pages_is_never_markup(browser):
    text = browser.get("/search", params={"q": "waves"}).text
    assert "<b>beat</b>" not in text
    assert "&lt;b&gt;beat&lt;/b&gt;" in text
    assert "<mark>Waves</mark> never rest" in text


def test_the_index_follows_changes(live):
    from mock_platform.services.search.models import Document

    with live.runtime.database.session() as db:
        db.get(Document, 4).body = "Only zebras here."
        db.delete(db.get(Document, 6))
        db.commit()
    assert ids(live.http, "zebras") == [4]
    assert ids(live.http, "cafe") == []
    assert 4 not in ids(live.http, "rest")
