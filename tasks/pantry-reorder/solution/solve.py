"""Reads list and mail, fills the cart, looks at the list once more, orders, and ticks off.

Options make one mistake each, for the near misses.
"""

import re
import sys

from oracle import Refusal, Site, told

SKIP = set(sys.argv[1:])
told = told()
todo = Site(told.todo).login(told.email, told.todo_password)
shop = Site(told.shop).login(told.email, told.shop_password)
mail = Site(told.mail).login(told.email, told.mail_password)

pantry = next(x for x in todo.get("/api/lists") if x["name"] == told.list)
inbox = [
    mail.get(f"/api/messages/{m['id']}")
    for q in ("Quayside", "list")
    for m in mail.all("/api/messages", q=q)
]
ordered = {
    found[1]
    for m in inbox
    if "I have ordered this" in m["body"]
    for found in re.finditer(r"^\d+ x (.+), [^,]+$", m["body"], re.MULTILINE)
}
if "--ignore-mail" in SKIP:
    ordered = set()
vouchers = {code for m in inbox for code in re.findall(r"\bvoucher ([A-Z]+\d+)", m["body"])}


def wish(task):
    """(number, product, size) of a task that asks for goods, else None."""
    if found := re.fullmatch(r"(\d+) × (.+), (.+)", task["title"]):
        return int(found[1]), found[2], found[3]
    if found := re.fullmatch(r"(.+) \((.+)\), (\d+) of it", task["title"]):
        return int(found[3]), found[1], found[2]
    return None


def open_tasks():
    return todo.all("/api/tasks", list_id=pantry["id"])


def needed(tasks):
    """(product, size) → number; a wish that is there twice counts once."""
    found = {}
    for number, name, size in filter(None, map(wish, tasks)):
        if name not in ordered:
            key = (name, size)
            found[key] = found.get(key, 0) + number if "--double" in SKIP else number
    return found


def variant(name, size):
    if "--any-size" in SKIP:
        size = None
    for product in shop.all("/api/products", q=name):
        if product["name"] == name:
            full = shop.get(f"/api/products/{product['slug']}")
            return next(
                v
                for v in full["variants"]
                if size is None or v["name"].casefold() == size.casefold()
            )
    raise LookupError(name)


def fill(goods):
    for item in shop.get("/api/cart")["items"]:
        shop.delete(f"/api/cart/{item['id']}")
    for (name, size), number in goods.items():
        shop.post("/api/cart", sku=variant(name, size)["sku"], quantity=number)


def best_voucher():
    totals = {"": float(shop.get("/api/cart")["total"])}
    for code in sorted(vouchers):
        try:
            totals[code] = float(shop.get("/api/cart", coupon=code)["total"])
        except Refusal:
            continue
    if "--first-voucher" in SKIP:
        return max((c for c in totals if c), key=lambda code: totals[code], default="")
    return "" if "--no-voucher" in SKIP else min(totals, key=lambda code: totals[code])


def place():
    address = next(a for a in shop.get("/api/addresses") if a["label"] == told.address)
    if "--preset" in SKIP:
        address = next(a for a in shop.get("/api/addresses") if a["is_default"])
    card = shop.get("/api/payment-methods")[0]
    return shop.post(
        "/api/orders",
        address_id=address["id"],
        payment_method_id=card["id"],
        coupon=best_voucher(),
        shipping_method="express" if "--preset" in SKIP else "standard",
    )


tasks = open_tasks()
goods = needed(tasks)
fill(goods)
while "--one-look" not in SKIP and "--afterwards" not in SKIP and "--second-order" not in SKIP:
    tasks = open_tasks()
    if needed(tasks) == goods:
        break
    goods = needed(tasks)
    fill(goods)
order = place()
if "--second-order" in SKIP:
    tasks = open_tasks()
    fill({key: n for key, n in needed(tasks).items() if key not in goods})
    place()
if "--afterwards" in SKIP:
    tasks = open_tasks()
    shop.post(f"/api/orders/{order['number']}/cancel")
    fill(needed(tasks))
    place()
done = set()
for task in tasks:
    if "--no-ticks" in SKIP or (not wish(task) and "--tick-all" not in SKIP):
        continue
    if "--tick-ordered" in SKIP and wish(task)[1] in ordered:
        continue
    if "--afterwards" in SKIP and wish(task) in done:
        todo.delete(f"/api/tasks/{task['id']}")
        continue
    done.add(wish(task))
    todo.post(f"/api/tasks/{task['id']}/complete")
if "--order-again" in SKIP:
    fill(goods)
    place()
