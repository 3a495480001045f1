"""Looks at every smartwatch, buys the cheapest that meets all wishes, and makes sure it did.

Options make one mistake each, for the near misses.
"""

import re
import sys

from oracle import Refusal, Site, told

SKIP = set(sys.argv[1:])
told = told()
shop = Site(told.shop).login(told.email, told.password)


def wanted(product):
    return [v for v in product["variants"] if v["name"] == told.variant]


def fits(product):
    atm = int(re.match(r"\d+", product["attributes"].get("water resistance", "0"))[0])
    return (
        (product["rating"] >= told.rating or "--ignore-rating" in SKIP)
        and (product["rating_count"] >= told.count or "--ignore-count" in SKIP)
        and (atm >= told.atm or "--ignore-water" in SKIP)
        and any(v["stock"] and float(v["price"]) <= told.limit for v in wanted(product))
    )


def price(product):
    return float(wanted(product)[0]["price"])


def stored(number):
    try:
        return shop.get(f"/api/orders/{number}")["number"] == number
    except Refusal as refusal:
        if refusal.status == 404:
            return False
        raise


found = shop.all("/api/products", q="smartwatch")
watch = min(filter(fits, (shop.get(f"/api/products/{p['slug']}") for p in found)), key=price)
if "--sponsored" in SKIP:
    slug = next(p["slug"] for p in found if p["sponsored"])
    watch = shop.get(f"/api/products/{slug}")
addresses, cards = shop.get("/api/addresses"), shop.get("/api/payment-methods")
address = next(a for a in addresses if a["label"] == told.address)
card = next(c for c in cards if c["brand"] == told.card)
if "--defaults" in SKIP:
    address = next(a for a in addresses if a["is_default"])
    card = next(c for c in cards if c["is_default"])
order = {
    "address_id": address["id"],
    "payment_method_id": card["id"],
    "shipping_method": "standard" if "--defaults" in SKIP else "express",
}
shop.post("/api/cart", sku=wanted(watch)[0]["sku"], quantity=2 if "--two" in SKIP else 1)
while not stored(shop.post("/api/orders", **order)["number"]) and "--believe" not in SKIP:
    pass
if "--order-again" in SKIP:
    shop.post("/api/cart", sku=wanted(watch)[0]["sku"])
    shop.post("/api/orders", **order)
