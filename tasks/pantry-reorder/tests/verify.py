"""Was what is really needed ordered once, with the right voucher, and the list brought in order?"""

from mock_platform.verify import ANY, Verification, main, only


def verify(v: Verification) -> None:
    want = v.expected
    shop, todo = v.service("shop"), v.service("todo")
    buyer = shop.one("users", email=want.owner)
    placed = shop.added("orders", user_id=buyer.id)
    orders = [o for o in placed if o.status != "cancelled"]
    undone = [o for o in placed if o.status == "cancelled"]
    lines = [i for o in orders for i in shop.added("order_lines", order_id=o.id)]
    counts: dict[str, int] = {}
    for line in lines:
        counts[line.sku] = counts.get(line.sku, 0) + line.quantity
    open_before = {line.sku: line.count for line in want.lines}
    v.gate("something was ordered", orders, cap=0.0)
    v.gate("in one order", len(orders) < 2, cap=0.6, reason=f"found {[o.number for o in orders]}")
    right = {sku: n for sku, n in counts.items() if sku != want.late.sku} == open_before
    v.check(
        "what the list asks for, once, and without what is ordered already",
        0.3,
        right,
        f"expected {open_before}, found {counts}",
    )
    came_late = (
        bool(set(counts) & set(open_before)) and counts.get(want.late.sku) == want.late.count
    )
    v.check(
        "what was written down at the last minute as well",
        0.25,
        came_late,
        f"expected {want.late.count} of {want.late.sku}, found {counts}",
    )
    order = v.exactly_one(orders)
    v.check(
        "with the voucher that saves the most",
        0.15,
        order and (right or came_late) and order.coupon_code == want.voucher,
        f"expected {want.voucher}, found {[o.coupon_code for o in orders]}",
    )
    v.check(
        "delivered to the flat, the standard way",
        0.05,
        order
        and (right or came_late)
        and order.address_id == want.address
        and order.shipping_method == "standard",
        f"found {[(o.ship_to, o.shipping_method) for o in orders]}",
    )
    known = {task.id for task in todo.baseline("tasks")}
    tasks = {t.id: t for t in todo.rows("tasks", list_id=want.list)}
    late = v.exactly_one([t for i, t in tasks.items() if i not in known and t.created_by != 1])
    double = tasks.get(want.double)
    settled = double is not None and (double.done_at or double.deleted_at)
    ticked = {t.id for t in todo.changed("tasks") if t.done_at and t.id != want.double}
    late_ticked = late is not None and late.done_at is not None
    v.check(
        "whatever is taken care of is ticked off, and nothing else",
        0.25,
        (right or came_late)
        and settled
        and ticked == set(want.done)
        and late_ticked == (want.late.sku in counts),
        f"expected {sorted([*want.done, want.double])} and the late one, found {sorted(ticked)}, "
        f"the double {'settled' if settled else 'open'}, the late one "
        f"{'ticked' if late_ticked else 'open'}",
    )
    touched = [tasks.get(i) for i in (*want.done, want.double)]
    ids = {t.id for t in (*touched, late) if t}
    v.allow(
        shop,
        orders=[*(orders if right and came_late else [order]), *undone],
        order_lines=[
            i for o in (*orders, *undone) for i in shop.added("order_lines", order_id=o.id)
        ],
        cart_items=ANY,
        variants=[x for x in (only("stock"),) if orders],
    )
    v.allow(
        todo,
        tasks=[*touched, late],
        history=[h for h in todo.added("history") if h.task_id in ids],
        comments=[c for c in todo.added("comments") if c.task_id in ids],
    )
    v.allow(v.service("email"), messages=only("unread"))


if __name__ == "__main__":
    main(verify)
