"""Looking around: categories, search, product pages, reviews, wish list."""

import pytest


def slugs(answer):
    answer.raise_for_status()
    return [item["slug"] for item in answer.json()["items"]]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ["ear-buds", "rain-cape", "field-camera", "wool-cap", "storm-jacket"]),
        ("q=jacket", ["storm-jacket"]),
        ("q=HALYARD wool", ["wool-cap"]),
        ("q=50%25", ["field-camera"]),
        ("q=_", []),
        ("q='; DROP TABLE products; --", []),
        ("category=clothing", ["rain-cape", "wool-cap", "storm-jacket"]),
        ("category=jackets", ["rain-cape", "storm-jacket"]),
        ("brand=halyard", ["wool-cap", "storm-jacket"]),
        ("min_price=45", ["rain-cape", "field-camera", "storm-jacket"]),
        ("max_price=45.00", ["ear-buds", "rain-cape", "wool-cap"]),
        ("min_price=45.01&max_price=499.98", ["storm-jacket"]),
        ("min_rating=3.75", ["ear-buds", "rain-cape", "field-camera"]),
        ("in_stock=true&category=jackets", ["storm-jacket"]),
        ("attribute=material:waxed COTTON", ["storm-jacket"]),
        ("attribute=material:nylon&attribute=colour:navy", []),
        ("attribute=Material:Waxed cotton&attribute=colour:navy", ["storm-jacket"]),
    ],
)
def test_search_and_filters(live, query, found):
    assert slugs(live.http.get(f"/api/products?{query}")) == found


@pytest.mark.parametrize(
    ("sort", "first", "last"),
    [
        ("price_low", "wool-cap", "field-camera"),
        ("price_high", "field-camera", "wool-cap"),
        ("rating", "rain-cape", "storm-jacket"),
        ("most_rated", "rain-cape", "storm-jacket"),
        ("newest", "storm-jacket", "rain-cape"),
        ("popular", "rain-cape", "storm-jacket"),
        ("relevance", "ear-buds", "storm-jacket"),
    ],
)
def test_sorting(live, sort, first, last):
    found = slugs(live.http.get(f"/api/products?sort={sort}"))
    assert (found[0], found[-1]) == (first, last)


def test_paging(live):
    pages = [live.http.get(f"/api/products?size=2&page={n}").json() for n in (1, 2, 3, 4)]
    assert [len(page["items"]) for page in pages] == [2, 2, 1, 0]
    assert {(page["pages"], page["total"]) for page in pages} == {(3, 5)}
    assert len({item["id"] for page in pages for item in page["items"]}) == 5


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("category=nowhere", 404),
        ("attribute=navy", 422),
        ("sort=best", 422),
        ("min_price=cheap", 422),
        ("min_rating=nan", 422),
        ("page=0", 422),
        ("size=101", 422),
    ],
)
def test_what_cannot_be_asked(live, query, status):
    assert live.http.get(f"/api/products?{query}").status_code == status
    page = live.http.get(f"/search?{query}")
    assert page.status_code == (200 if query.startswith("size") else status)


def test_a_product_shows_its_variants_and_specification(live):
    found = live.http.get("/api/products/storm-jacket").json()
    assert (found["price_from"], found["price_to"]) == ("70.00", "84.00")
    assert [(v["sku"], v["stock"]) for v in found["variants"]] == [
        ("HJ-M", 5),
        ("HJ-L", 5),
        ("HJ-S", 0),
        ("HJ-XS", 1),
    ]
    assert found["attributes"] == {"Material": "Waxed cotton", "Colour": "Navy"}
    assert live.http.get("/api/products/nothing").status_code == 404
    assert live.http.get("/product/nothing").status_code == 404
    page = live.http.get("/product/storm-jacket").text
    for shown in ("€70.00", "€84.00", "Sold out", "5 in stock", "Waxed cotton", "Jackets"):
        assert shown in page


def test_brands_of_a_category(live):
    assert live.http.get("/api/brands?category=jackets").json() == ["Fjordline", "Halyard"]
    assert len(live.http.get("/api/brands").json()) == 4
    assert len(live.http.get("/api/categories").json()) == 4


def test_only_who_received_a_product_reviews_it_and_once(ada, bruno, live, refusal):
    path = "/api/products/storm-jacket/reviews"
    assert [r["stars"] for r in live.http.get(path).json()["items"]] == [2, 4]
    assert live.http.post(path, json={"stars": 5}).status_code == 401
    assert ada.post(path, json={"stars": 6}).status_code == 422
    made = ada.post(path, json={"stars": 5, "title": "Dry", "text": "In any storm."})
    assert (made.status_code, made.json()["author"]) == (201, "Ada Quill")
    product = live.http.get("/api/products/storm-jacket").json()
    assert (product["rating_count"], product["rating"]) == (5, 3.6)
    assert "already" in refusal(ada.post(path, json={"stars": 1}))
    assert "received" in refusal(bruno.post("/api/products/wool-cap/reviews", json={"stars": 1}))


def test_a_review_through_the_page(browser, live):
    answer = browser.post("/product/wool-cap/review", data={"stars": 4, "title": "Warm"})
    assert "Thank you for your review." in answer.text
    assert "Warm" in live.http.get("/product/wool-cap").text
    assert "already" in browser.post("/product/wool-cap/review", data={"stars": 4}).text


def test_wish_list(ada, bruno, browser):
    for _ in range(2):
        assert ada.post("/api/wishlist", json={"slug": "rain-cape"}).status_code == 201
    assert [p["slug"] for p in ada.get("/api/wishlist").json()] == ["rain-cape"]
    assert bruno.get("/api/wishlist").json() == []
    assert bruno.delete("/api/wishlist/rain-cape").status_code == 404
    assert ada.post("/api/wishlist", json={"slug": "nothing"}).status_code == 404
    browser.post("/wishlist", data={"slug": "wool-cap"})
    assert "Wool Cap" in browser.get("/wishlist").text
    browser.post("/wishlist", data={"slug": "rain-cape", "action": "remove"})
    assert [p["slug"] for p in ada.get("/api/wishlist").json()] == ["wool-cap"]
