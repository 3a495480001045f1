"""From the cart to an order, and back out of it."""

import pytest

ORDER = {"address_id": 1, "payment_method_id": 1}


def put(client, sku, quantity=1):
    return client.post("/api/cart", json={"sku": sku, "quantity": quantity})


def stock(client, slug="storm-jacket"):
    return {v["sku"]: v["stock"] for v in client.get(f"/api/products/{slug}").json()["variants"]}


def test_the_cart_adds_up(ada, bruno):
    assert put(ada, "HJ-M", 2).status_code == 201
    put(ada, "HJ-M")
    cart = put(ada, "WC-1").json()
    assert [(i["sku"], i["quantity"], i["amount"]) for i in cart["items"]] == [
        ("HJ-M", 3, "240.00"),
        ("WC-1", 1, "20.00"),
    ]
    assert (cart["goods"], cart["shipping_cost"], cart["total"]) == ("260.00", "0.00", "260.00")
    item = cart["items"][0]["id"]
    cart = ada.patch(f"/api/cart/{item}", json={"quantity": 1}).json()
    assert cart["total"] == "100.00"
    assert bruno.patch(f"/api/cart/{item}", json={"quantity": 1}).status_code == 404
    assert bruno.delete(f"/api/cart/{item}").status_code == 404
    assert bruno.get("/api/cart").json()["items"] == []
    assert ada.delete(f"/api/cart/{item}").status_code == 204
    assert [i["sku"] for i in ada.get("/api/cart").json()["items"]] == ["WC-1"]


@pytest.mark.parametrize(
    ("sku", "quantity", "status"),
    [
        ("HJ-M", 6, 409),
        ("HJ-S", 1, 409),
        ("WC-1", 11, 422),
        ("WC-1", 0, 422),
        ("WC-1", -1, 422),
        ("WC-1", 10**30, 422),
        ("none", 1, 404),
    ],
)
def test_what_cannot_be_put_into_the_cart(ada, sku, quantity, status):
    assert put(ada, sku, quantity).status_code == status
    assert ada.get("/api/cart").json()["items"] == []


@pytest.mark.parametrize(
    ("goods", "method", "cost"),
    [
        (["WC-1"], "standard", "4.90"),
        (["WC-1"], "express", "9.90"),
        (["WC-1"], "pickup", "0.00"),
        (["HJ-M"], "standard", "0.00"),
        (["HJ-M"], "express", "9.90"),
        ([], "standard", "0.00"),
    ],
)
def test_delivery_costs(ada, goods, method, cost):
    for sku in goods:
        put(ada, sku)
    cart = ada.get("/api/cart", params={"shipping_method": method}).json()
    assert cart["shipping_cost"] == cost


def test_a_discount_may_cost_the_free_delivery(ada):
    put(ada, "HJ-M")
    cart = ada.get("/api/cart?coupon=ten").json()
    assert (cart["discount"], cart["shipping_cost"], cart["total"]) == ("8.00", "4.90", "76.90")


@pytest.mark.parametrize(
    ("code", "discount"), [("TEN", "12.00"), (" fiver ", "5.00"), ("CLOTHES", "60.00")]
)
def test_coupons_that_fit(ada, code, discount):
    put(ada, "HJ-M")
    put(ada, "WC-1", 2)
    assert ada.get("/api/cart", params={"coupon": code}).json()["discount"] == discount


@pytest.mark.parametrize(
    ("code", "status", "reason"),
    [
        ("NONE", 422, "no such coupon"),
        ("OLD", 409, "not valid at this time"),
        ("SOON", 409, "not valid at this time"),
        ("USED", 409, "already"),
        ("BIG", 409, "at least €150.00"),
        ("CAMERAS", 409, "is for Cameras"),
    ],
)
def test_coupons_that_do_not(ada, browser, refusal, code, status, reason):
    put(ada, "HJ-M")
    assert reason in refusal(ada.get("/api/cart", params={"coupon": code}), status)
    assert reason in refusal(ada.post("/api/orders", json=ORDER | {"coupon": code}), status)
    assert reason in browser.get("/cart", params={"coupon": code}).text
    assert len(ada.get("/api/cart").json()["items"]) == 1


def test_a_coupon_is_used_once_unless_the_order_is_cancelled(bruno, refusal):
    mine = {"address_id": 2, "payment_method_id": 2, "coupon": "TEN"}
    put(bruno, "HJ-M")
    number = bruno.post("/api/orders", json=mine).json()["number"]
    put(bruno, "HJ-M")
    assert "already" in refusal(bruno.post("/api/orders", json=mine))
    assert bruno.post("/api/orders", json=mine | {"coupon": "FIVER"}).status_code == 201
    bruno.post(f"/api/orders/{number}/cancel").raise_for_status()
    put(bruno, "HJ-M")
    assert bruno.post("/api/orders", json=mine).status_code == 201


def test_buying_takes_the_goods_and_empties_the_cart(ada, bruno):
    put(ada, "HJ-M", 2)
    put(ada, "WC-1")
    wish = ORDER | {"shipping_method": "express", "coupon": "FIVER", "gift": True}
    order = ada.post("/api/orders", json=wish).json()
    assert order["status"] == "placed"
    assert (order["goods"], order["discount"], order["total"]) == ("180.00", "5.00", "184.90")
    assert [(x["sku"], x["on_sale"]) for x in order["lines"]] == [("HJ-M", False), ("WC-1", True)]
    assert order["ship_to"] == "Ada Quill, 1 Pier Row, 1234 Harbour"
    assert order["payment"] == "Meridian ending in 4242"
    assert ada.get("/api/cart").json()["items"] == []
    assert stock(ada)["HJ-M"] == 3
    assert ada.get("/api/orders").json()["items"][0] == order
    assert ada.get(f"/api/orders/{order['number']}").json() == order
    assert bruno.get(f"/api/orders/{order['number']}").status_code == 404


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"address_id": 2}, 422),
        ({"payment_method_id": 2}, 422),
        ({"payment_method_id": 3}, 409),
        ({"shipping_method": "drone"}, 422),
        ({"address_id": None}, 422),
        ({"address_id": 2**70}, 422),
    ],
)
def test_what_cannot_be_ordered(ada, browser, change, status):
    put(ada, "HJ-M")
    assert ada.post("/api/orders", json=ORDER | change).status_code == status
    form = {k: v for k, v in (ORDER | change).items() if v is not None}
    assert browser.post("/checkout", data=form).status_code == status
    assert ada.get("/api/orders").json()["total"] == 9
    assert stock(ada)["HJ-M"] == 5


def test_an_empty_cart_cannot_be_ordered(ada, refusal):
    assert "empty" in refusal(ada.post("/api/orders", json=ORDER))


def test_the_last_one_is_sold_once(ada, bruno, refusal):
    put(ada, "FC-1", 2)
    put(bruno, "FC-1", 1)
    assert ada.post("/api/orders", json=ORDER).status_code == 201
    theirs = {"address_id": 2, "payment_method_id": 2}
    assert "not in stock" in refusal(bruno.post("/api/orders", json=theirs))
    assert stock(ada, "field-camera") == {"FC-1": 0}
    assert len(bruno.get("/api/cart").json()["items"]) == 1


def test_cancelling_before_it_is_shipped(ada, bruno, browser, refusal):
    assert bruno.post("/api/orders/Q-9007/cancel").status_code == 404
    assert "shipped" in refusal(ada.post("/api/orders/Q-9008/cancel"))
    assert "delivered" in refusal(ada.post("/api/orders/Q-9001/cancel"))
    assert ada.post("/api/orders/q-9007/cancel").json()["status"] == "cancelled"
    assert stock(ada)["HJ-M"] == 7
    assert "cancelled" in refusal(ada.post("/api/orders/Q-9007/cancel"))
    assert "cannot be cancelled" in browser.post("/orders/Q-9008/cancel").text


def test_through_the_pages(browser, ada):
    page = browser.post("/cart", data={"sku": "WC-1", "quantity": "2"})
    assert "It is in your cart." in page.text
    item = ada.get("/api/cart").json()["items"][0]["id"]
    for wrong in ("0", "²", "-1", "999", "1" * 5000):
        page = browser.post(f"/cart/{item}", data={"action": "change", "quantity": wrong})
        assert "must be between 1 and 10" in page.text
    browser.post(f"/cart/{item}", data={"action": "change", "quantity": "3"})
    page = browser.get("/checkout", params={"coupon": "TEN", "shipping_method": "express"}).text
    for shown in ("€60.00", "−€6.00", "€9.90", "€63.90"):
        assert shown in page
    form = {"address_id": "3", "payment_method_id": "1", "shipping_method": "express"}
    page = browser.post("/checkout", data=form | {"coupon": "FIVER", "gift": "on"})
    assert "Thank you! Order Q-10001 over €64.90 is placed." in page.text
    order = ada.get("/api/orders/Q-10001").json()
    assert (order["gift"], order["ship_to"]) == (True, "Ada Quill, 3 Pier Row, 1234 Harbour")


def test_a_refused_checkout_keeps_what_was_chosen(browser, ada):
    put(ada, "HJ-M")
    form = {"address_id": "3", "payment_method_id": "3", "shipping_method": "express", "gift": "on"}
    page = browser.post("/checkout", data=form)
    assert page.status_code == 409
    assert "has expired" in page.text
    for kept in ('value="3" selected', 'value="express" selected', "checked"):
        assert kept in page.text
