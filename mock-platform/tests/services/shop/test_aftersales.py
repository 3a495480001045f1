"""Each line of the policy of returns and exchanges."""

import pytest


def wish(line, reason="changed_mind", **values):
    return {"line_id": line, "reason": reason, **values}


def send_back(client, number, line, reason="changed_mind", **values):
    return client.post(f"/api/orders/{number}/returns", json=wish(line, reason, **values))


def exchange(client, number, line, sku, reason="wrong_size", **values):
    body = wish(line, reason, replacement_sku=sku, **values)
    return client.post(f"/api/orders/{number}/exchanges", json=body)


def stock(client):
    found = client.get("/api/products/storm-jacket").json()["variants"]
    return {v["sku"]: v["stock"] for v in found}


@pytest.mark.parametrize(
    ("number", "line", "reason", "status"),
    [
        ("Q-9001", 1, "changed_mind", 201),  # 29 days
        ("Q-9002", 3, "changed_mind", 409),  # 31 days
        ("Q-9002", 3, "wrong_size", 409),
        ("Q-9002", 3, "defective", 201),
        ("Q-9003", 4, "changed_mind", 201),  # a gift, 59 days
        ("Q-9004", 5, "changed_mind", 409),  # a gift, 61 days
        ("Q-9005", 6, "wrong_item", 201),  # 179 days
        ("Q-9006", 7, "defective", 409),  # 181 days
        ("Q-9007", 8, "defective", 409),  # not shipped
        ("Q-9008", 9, "changed_mind", 409),  # not delivered
        ("Q-9001", 11, "changed_mind", 409),  # final sale
        ("Q-9001", 11, "defective", 201),
        ("Q-9009", 10, "changed_mind", 404),  # somebody else's
        ("Q-9001", 3, "changed_mind", 404),  # of another order
        ("Q-9001", 999, "changed_mind", 404),
        ("Q-9001", 1, "bored", 422),
    ],
)
def test_what_can_be_returned(ada, number, line, reason, status):
    assert send_back(ada, number, line, reason).status_code == status


@pytest.mark.parametrize(
    ("line", "reason", "refund", "fee", "to"),
    [
        (1, "changed_mind", "80.00", "0.00", "payment_method"),
        (2, "changed_mind", "20.00", "0.00", "store_credit"),
        (2, "defective", "20.00", "0.00", "payment_method"),
        (12, "changed_mind", "449.99", "50.00", "payment_method"),
        (12, "wrong_size", "499.99", "0.00", "payment_method"),
        (12, "defective", "499.99", "0.00", "payment_method"),
    ],
)
def test_what_is_refunded(ada, line, reason, refund, fee, to):
    case = send_back(ada, "Q-9001", line, reason).json()
    assert (case["refund"], case["fee"], case["refund_to"]) == (refund, fee, to)
    assert (case["status"], case["number"]) == ("requested", "R-778")


def test_a_coupon_is_taken_off_what_is_refunded(ada):
    assert send_back(ada, "Q-9010", 13).json()["refund"] == "72.00"


def test_no_article_goes_back_more_often_than_it_was_bought(ada, refusal):
    assert send_back(ada, "Q-9010", 13, quantity=4).status_code == 409
    assert send_back(ada, "Q-9010", 13, quantity=2).status_code == 201
    assert send_back(ada, "Q-9010", 13, quantity=2).status_code == 409
    last = exchange(ada, "Q-9010", 13, "HJ-L")
    assert last.status_code == 201
    assert "already" in refusal(exchange(ada, "Q-9010", 13, "HJ-L"))
    withdrawn = ada.post(f"/api/cases/{last.json()['number']}/withdraw")
    assert withdrawn.json()["status"] == "withdrawn"
    assert exchange(ada, "Q-9010", 13, "HJ-L").status_code == 201


def test_an_exchange_reserves_the_new_and_settles_the_difference(ada):
    case = exchange(ada, "Q-9001", 1, "HJ-L").json()
    assert (case["to_pay"], case["refund"], case["refund_to"]) == ("4.00", "0.00", "none")
    assert stock(ada) == {"HJ-M": 5, "HJ-L": 4, "HJ-S": 0, "HJ-XS": 1}
    ada.post(f"/api/cases/{case['number']}/withdraw").raise_for_status()
    assert stock(ada)["HJ-L"] == 5


def test_a_cheaper_variant_gives_store_credit(ada, refusal):
    case = exchange(ada, "Q-9001", 1, "HJ-XS").json()
    assert (case["to_pay"], case["refund"], case["refund_to"]) == ("0.00", "10.00", "store_credit")
    assert "not in stock" in refusal(exchange(ada, "Q-9010", 13, "HJ-XS"))
    assert ada.get("/api/me").json()["store_credit"] == "0.00"


@pytest.mark.parametrize(
    ("line", "sku", "reason", "status"),
    [
        (1, "HJ-S", "wrong_size", 409),  # sold out
        (1, "WC-1", "wrong_size", 409),  # another product
        (1, "HJ-M", "wrong_size", 409),  # the same
        (1, "HJ-M", "defective", 201),
        (1, "none", "wrong_size", 422),
        (11, "EB-1", "wrong_size", 409),  # final sale
        (11, "EB-1", "wrong_item", 201),
        (12, "FC-1", "defective", 201),  # no fee
    ],
)
def test_what_can_be_exchanged(ada, line, sku, reason, status):
    answer = exchange(ada, "Q-9001", line, sku, reason)
    assert answer.status_code == status
    if status == 201:
        assert answer.json()["fee"] == "0.00"


def test_only_ones_own_request_is_withdrawn_and_once(ada, bruno, browser):
    assert ada.post("/api/cases/R-777/withdraw").status_code == 404
    assert browser.post("/cases/R-777/withdraw").status_code == 404
    assert bruno.post("/api/cases/r-777/withdraw").status_code == 200
    assert bruno.post("/api/cases/R-777/withdraw").status_code == 409


def test_through_the_pages(browser, ada):
    form = {"kind": "exchange", "reason": "wrong_size", "replacement_sku": "HJ-L", "note": "Large!"}
    page = browser.post("/orders/Q-9001/lines/1", data=form)
    assert "Request R-778 has been received." in page.text
    assert "to pay €4.00" in page.text
    again = browser.post("/orders/Q-9001/lines/1", data=form | {"note": "Again <b>"})
    assert again.status_code == 409
    assert "asked for already" in again.text
    assert "Again &lt;b&gt;" in again.text
    page = browser.post("/cases/R-778/withdraw")
    assert "Request R-778 is withdrawn." in page.text
    form = {"kind": "return", "reason": "defective", "quantity": "1"}
    assert "refund €80.00" in browser.post("/orders/Q-9001/lines/1", data=form).text
    assert ada.get("/api/orders/Q-9001").json()["cases"][1]["reason"] == "defective"


def test_the_policy_page_tells_the_terms(live):
    page = live.http.get("/policies/returns").text
    for term in ("30 days", "60 days", "180 days", "Earphones", "Cameras", "10 %", "store credit"):
        assert term in page
    assert "€75.00" in live.http.get("/policies/shipping").text
    assert live.http.get("/policies/none").status_code == 404


def test_a_cheaper_variant_gives_back_what_was_paid_for_the_difference(ada):
    case = exchange(ada, "Q-9010", 13, "HJ-XS").json()
    assert (case["refund"], case["refund_to"]) == ("9.00", "store_credit")


def test_piece_by_piece_no_more_is_refunded_than_was_paid(live):
    celia = live.login("celia@quay.example", "pear")
    cases = [send_back(celia, "Q-9011", 14).json() for _ in range(3)]
    assert [case["refund"] for case in cases] == ["9.99", "9.99", "9.98"], "29.96 in sum"
    celia.post(f"/api/cases/{cases[2]['number']}/withdraw").raise_for_status()
    assert send_back(celia, "Q-9011", 14).json()["refund"] == "9.98"
    celia.post(f"/api/cases/{cases[0]['number']}/withdraw").raise_for_status()
    assert send_back(celia, "Q-9011", 14).json()["refund"] == "9.99"
