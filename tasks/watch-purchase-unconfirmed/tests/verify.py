"""Was exactly the right watch bought, once, the way it was asked for?"""

from mock_platform.verify import ANY, Verification, main, only


def verify(v: Verification) -> None:
    want = v.expected
    shop = v.service("shop")
    buyer = shop.one("users", email=want.buyer)
    placed = shop.added("orders", user_id=buyer.id)
    orders = [o for o in placed if o.status != "cancelled"]
    undone = [o for o in placed if o.status == "cancelled"]
    order = v.exactly_one(orders)
    lines = shop.added("order_lines", order_id=order.id) if order else []
    line = v.exactly_one(lines)
    right = line is not None and line.sku == want.sku
    v.gate(
        "one order was placed",
        order,
        cap=0.0 if not orders else 0.3,
        reason=f"expected 1 order, found {len(orders)}: {[o.number for o in orders]}",
    )
    v.check(
        "the cheapest watch that meets every wish",
        0.55,
        right,
        f"expected {want.sku}, found {[(i.sku, i.name) for i in lines]}",
    )
    one = right and line.quantity == 1
    v.gate("one piece", one or not right, cap=0.4, reason=f"{line and line.quantity} were bought")
    v.check("one piece", 0.1, one, "expected the right watch once")
    v.check(
        "to the work address",
        0.15,
        order and order.address_id == want.address,
        f"found {order and order.ship_to}",
    )
    v.check(
        "with the named card",
        0.1,
        order and order.payment_method_id == want.card,
        f"expected the one ending in {want.last_four}",
    )
    v.check(
        "by express",
        0.1,
        order and order.shipping_method == "express",
        f"found {order and order.shipping_method}",
    )
    v.allow(
        shop,
        orders=[order, *undone],
        order_lines=[
            *lines,
            *(i for o in undone for i in shop.added("order_lines", order_id=o.id)),
        ],
        cart_items=ANY,
        variants=[x for x in (only("stock"),) if order],
    )


if __name__ == "__main__":
    main(verify)
