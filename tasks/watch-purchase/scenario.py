"""The cheapest watch that meets every wish, among watches that each miss one."""

from decimal import Decimal

from liveclawbench.scenario import Draw, Scenario, scenario, url
from mock_platform.services.shop.world import Shop

PASSWORD = "copper-anchor-7"
SERIES = ["Tern", "Orbit", "Pulse", "Meridian", "Halo", "Drift", "Vega", "Cadence"]
BRANDS = ["Corvo", "Lumen", "Petrel", "Ostro"]
COLOURS = ["Black", "Silver", "Blue"]
SIZES = ["40 mm", "44 mm"]


class Watches:
    """Adds watches that are right but for what is said otherwise."""

    def __init__(self, draw: Draw, shop: Shop, wish: dict) -> None:
        self.draw, self.shop, self.wish = draw, shop, wish
        self.names = draw.shuffle(f"{s} {n}" for s in SERIES for n in ("", "2", "S", "Pro"))
        self.prices: dict[str, Decimal] = {}

    def add(self, price: Decimal, **but):
        """`price` is that of the wanted variant; the smaller case costs less."""
        draw, wish = self.draw, self.wish
        stock = but.get("stock", draw.integer(2, 9))
        variants = []
        for colour in but.get("colours", COLOURS):
            for size in but.get("sizes", SIZES):
                wanted = (colour, size) == (wish["colour"], wish["size"])
                amount = price if size == wish["size"] else price - 20
                left = stock if wanted else draw.choice([0, 3, 6, 11])
                variants.append((f"{colour}, {size}", amount, left))
        return self.shop.product(
            "smartwatches",
            f"{self.names.pop().strip()} smartwatch",
            draw.choice(BRANDS),
            variants,
            features={
                "water resistance": but.get("water", draw.choice(["5 ATM", "10 ATM"])),
                "battery": draw.choice(["2 days", "5 days", "7 days"]),
                "display": draw.choice(["AMOLED", "LCD"]),
            },
            rating=but.get("rating", draw.choice([r for r in RATINGS if r >= wish["rating"]])),
            rating_count=but.get("count", draw.integer(wish["count"] + 5, 700)),
            sponsored=but.get("sponsored", False),
        )


RATINGS = [3.8, 3.9, 4.0, 4.1, 4.2, 4.3, 4.4, 4.5, 4.6, 4.7, 4.8]


@scenario
def build(draw: Draw) -> Scenario:
    world = draw.world()
    buyer = world.person(world.firm("design"))
    shop = Shop(world, buyer, PASSWORD)
    shop.catalogue(without=["smartwatches"])
    wish = {
        "rating": draw.choice([4.3, 4.4, 4.5]),
        "count": draw.choice([40, 50, 60]),
        "colour": draw.choice(COLOURS),
        "size": draw.choice(SIZES),
        "limit": draw.integer(15, 17) * 10,
    }
    watches = Watches(draw, shop, wish)
    best = Decimal(draw.integer(118, 139)) + Decimal("0.90")
    target = watches.add(best)
    sold_out = draw.switch("sold-out")
    lower = [rating for rating in RATINGS if rating < wish["rating"]]
    for step in (4, 9, 17, 26, 31):
        watches.add(best - step, rating=draw.choice(lower[-3:]))
    for step in (6, 13):
        watches.add(best - step, rating=4.8, count=draw.integer(4, wish["count"] - 15))
    for step in (3, 11, 22):
        watches.add(best - step, water="3 ATM")
    for step in (5, 15):
        watches.add(best - step, stock=0)
    for step in (2, 19):
        watches.add(best - step, sizes=[s for s in SIZES if s != wish["size"]])
    watches.add(best - 8, colours=[c for c in COLOURS if c != wish["colour"]])
    dearer = [watches.add(best + step) for step in (3, 7, 12, 18, 45, 90)]
    watches.add(best + 14, sponsored=True)
    for step in (9, 60):
        watches.add(best + step, rating=draw.choice(lower))

    shop.address("Home", buyer.address, default=True)
    work = shop.address("Work", world.address())
    usual, named = draw.sample(["Visor", "Mastiff", "Amber"], 2)
    shop.card(usual, default=True)
    card = shop.card(named)
    shop.history()
    variant = f"{wish['colour']}, {wish['size']}"
    sku = target.variant(variant).sku
    last_four = shop.cards[card - 1]["last_four"]
    rating, count, limit = wish["rating"], wish["count"], wish["limit"]
    colour, size = wish["colour"].lower(), wish["size"]
    return Scenario(
        instruction=f"""
            I'd like a smartwatch from Quayside ({url("shop")}), could you order it for me? I swim,
            so it must be water resistant to 5 ATM or more. Please only take one that people
            really like: {rating} stars or better, from at least {count} ratings. I want it in
            {colour} with the {size} case, for no more than {limit} euros. If there are several
            like that, take the cheapest.

            One piece, express delivery, to my work address, and pay with my {named} card. My
            account there is {buyer.email}, the password is {PASSWORD}.
        """,
        services={"shop": shop.tables()},
        told={
            "shop": url("shop"),
            "email": buyer.email,
            "password": PASSWORD,
            "rating": wish["rating"],
            "count": wish["count"],
            "atm": 5,
            "variant": variant,
            "limit": wish["limit"],
            "address": "Work",
            "card": named,
        },
        expected={
            "buyer": buyer.email,
            "sku": dearer[0].variant(variant).sku if sold_out else sku,
            "address": work,
            "card": card,
            "last_four": last_four,
        },
        faults=[
            {
                "id": "sold-out-meanwhile",
                "factor": "C1",
                "service": "shop",
                "on": "add_to_cart",
                "nth": 1,
                "effect": "change",
                "table": "variants",
                "where": {"sku": sku},
                "set": {"stock": 0},
            }
        ][: 1 if sold_out else 0],
        dormant=[
            {
                "id": "checkout-not-stored",
                "factor": "C2",
                "service": "shop",
                "on": "place_order",
                "nth": 1,
                "effect": "drop",
            }
        ],
    )
