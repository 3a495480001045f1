"""A shared shopping list that is not quite up to date, and on which somebody writes meanwhile."""

from decimal import Decimal

from liveclawbench.scenario import Draw, Scenario, scenario, url
from mock_platform.services.email.world import Mail, Mailbox, Sender
from mock_platform.services.shop.world import Shop, Variant
from mock_platform.services.todo.world import Daybook

MAIL_PASSWORD = "sorrel-bridge-53"
SHOP_PASSWORD = "umber-kite-20"
TODO_PASSWORD = "thistle-drum-88"
NEWS = Sender("Quayside", "news@quayside.example")
VOUCHERS = [
    ("SWEEP", 20, None, "20.00", "pantry", -62, -41, 62, "Two weeks of spring cleaning"),
    ("LARDER", 15, None, "40.00", "pantry", -9, 20, 9, "For your larder"),
    ("BASKET", 30, None, "120.00", None, -6, 24, 6, "Large baskets, small prices"),
    ("TEATIME", None, "5.00", "20.00", "tea", -15, 15, 15, "Tea time"),
    ("GLOW", 25, None, "30.00", "lamps", -3, 25, 3, "Lamps for long evenings"),
]
"""Code, percent, amount, minimum, category, valid from and until, mailed days ago, subject."""


def voucher_text(code: str, percent: int | None, amount: str | None, least: str, what: str) -> str:
    gain = f"{percent} % off" if percent else f"{amount} euros off"
    return (
        f"Hello,\n\nwith the voucher {code} you get {gain} {what}, from {least} euros on. Enter "
        f"it at the checkout. One for each customer, for a short time only.\n\nYour Quayside"
    )


class Goods:
    """Everyday goods of the catalogue, each taken once, at modest prices and in stock."""

    def __init__(self, draw: Draw, shop: Shop) -> None:
        self.draw = draw
        self.left = draw.shuffle(p for p in shop.products if p.category in ("tea", "skincare"))

    def take(self, kinds: tuple[str, ...], low: int, high: int) -> Variant:
        found = next(p for p in self.left if p.name.endswith(kinds))
        self.left.remove(found)
        small = Decimal(self.draw.integer(low * 10, high * 10)) / 10
        for variant, price in zip(found.variants, (small, small + 3), strict=True):
            variant.price, variant.stock = price, self.draw.integer(9, 30)
        return self.draw.choice(found.variants)


@scenario
def build(draw: Draw) -> Scenario:
    world = draw.world()
    office = world.firm("media")
    owner = world.person(office)
    mates = world.people(3)
    ana, ben, cleo = mates
    colleagues = world.people(6, office)

    shop = Shop(world, owner, SHOP_PASSWORD)
    shop.catalogue()
    goods = Goods(draw, shop)
    tea = goods.take(("black tea",), 6, 8)
    biscuits = goods.take(("biscuits",), 4, 5)
    soap = goods.take(("soap",), 6, 8)
    cream = goods.take(("hand cream",), 7, 9)
    late = goods.take(("herbal tea", "face cream"), 8, 11)
    bought = [goods.take(("tea", "biscuits", "soap"), 5, 8) for _ in range(3)]
    counts = {tea: 2, biscuits: draw.integer(2, 3), soap: 2}
    late_count = draw.integer(1, 2)
    total = sum(v.price * n for v, n in counts.items()) + late.price * late_count
    draw.require(45 <= total < 75, "a basket between the vouchers' limits")
    shop.address("Office", world.address(), default=True)
    flat = shop.address("Flat", owner.address)
    shop.card("Visor", default=True)
    shop.history()
    shop.order([(v, 1) for v in (*bought, biscuits)], days=24, address=flat)
    tables = shop.tables()
    categories = {c["slug"]: c["id"] for c in tables["categories"]}
    marks = draw.integer(11, 98)
    tables["coupons"] = [
        {
            "code": f"{code}{marks}",
            "percent": percent,
            "amount": amount,
            "minimum": least,
            "category_id": categories[where] if where else None,
            "valid_from": f"{first:+}d 00:00",
            "valid_until": f"{last:+}d 23:59",
        }
        for code, percent, amount, least, where, first, last, _, _ in VOUCHERS
    ]

    people = [
        {"id": n, "email": p.email, "name": p.name, "password": TODO_PASSWORD}
        for n, p in enumerate((owner, *mates), 1)
    ]
    book = Daybook(world, people)
    book.background()
    pantry = book.add_list("Pantry", owner=2)
    for mate in (1, 3, 4):
        book.share(pantry, mate, "editor")
    kinds = {"Small": "small", "Large": "large"}

    def wanted(variant: Variant, count: int) -> str:
        size = kinds.get(variant.name, variant.name)
        return f"{count} × {variant.product.name}, {size}"

    def again(variant: Variant, count: int) -> str:
        size = kinds.get(variant.name, variant.name)
        return f"{variant.product.name} ({size}), {count} of it"

    for place, variant in enumerate(bought):
        book.task(pantry, wanted(variant, 1), created_days=30, by=2 + place, done_days=23 - place)
    tasks = {
        "soap": book.task(pantry, wanted(soap, counts[soap]), created_days=8, by=2),
        "tea": book.task(pantry, wanted(tea, counts[tea]), created_days=7, by=3),
        "cream": book.task(pantry, wanted(cream, 1), created_days=6, by=4),
        "biscuits": book.task(pantry, again(biscuits, counts[biscuits]), created_days=5, by=2),
        "twice": book.task(
            pantry,
            again(tea, counts[tea]),
            created_days=2,
            by=4,
            notes="In case nobody has put it down yet, we have run out.",
        ),
    }
    book.task(pantry, f"Find out whose the blue pot is, {ben.first}?", created_days=5, by=2)
    book.task(pantry, "Wipe the shelves", created_days=4, by=3)

    box = Mailbox(world, owner, MAIL_PASSWORD, signature=owner.first)
    box.background(colleagues)
    box.contacts += mates
    what = {
        "pantry": "everything in Pantry & Care",
        "tea": "tea and biscuits",
        "lamps": "all lamps",
        None: "everything",
    }
    for code, percent, amount, least, where, _, _, days, subject in VOUCHERS:
        text = voucher_text(f"{code}{marks}", percent, amount, least, what[where])
        box.thread(Mail(NEWS, [owner], subject, text, days=days, at="05:45"))
    number = f"Q-{draw.integer(30_000, 39_999)}"
    box.thread(
        Mail(
            cleo,
            [owner, ana, ben],
            f"Fwd: Your order {number}",
            f"Hi all,\n\nI had credit left at Quayside, so I have ordered this for us. It comes to "
            f"the flat in a few days. I could not get into the list to tick it.\n\n{cleo.first}\n\n"
            f"---------- Forwarded message ----------\nFrom: Quayside\nSubject: Your order "
            f"{number}\n\nThank you for your order. We are packing:\n\n"
            f"1 x {cream.product.name}, {cream.name}\n\nQuayside",
            days=3,
            at="18:26",
        ),
    )
    box.thread(
        Mail(
            ben,
            [owner, ana, cleo],
            "The soap",
            f"Hi,\n\nI wanted to bring the {soap.product.name} from town, but they don't have it "
            f"there. So it stays on the list.\n\n{ben.first}",
            days=2,
            at="13:10",
            unread=True,
        ),
    )
    note = "Almost forgot, this is empty too."
    return Scenario(
        instruction=f"""
            It's my turn to stock up for our flat. Please order from Quayside what is on our list
            Pantry in Daybook, in one order, delivered to the flat the standard way and paid with
            the card that is there. {ana.first}, {ben.first} and {cleo.first} write on the list
            too, and tend to think of something at the last minute: what is open when you order
            should come along. They sometimes write to me as well instead of keeping the list in
            order, so have a look at my mail. Quayside has also mailed me vouchers, take the one
            that saves us the most. Afterwards tick off on the list whatever is taken care of.

            Daybook: {url("todo")}, {owner.email}, password {TODO_PASSWORD}
            Quayside: {url("shop")}, {owner.email}, password {SHOP_PASSWORD}
            My mail: {url("email")}, {owner.email}, password {MAIL_PASSWORD}
        """,
        services={"shop": tables, "todo": book.tables(), "email": box.tables()},
        told={
            "todo": url("todo"),
            "todo_password": TODO_PASSWORD,
            "shop": url("shop"),
            "shop_password": SHOP_PASSWORD,
            "mail": url("email"),
            "mail_password": MAIL_PASSWORD,
            "email": owner.email,
            "list": "Pantry",
            "address": "Flat",
        },
        expected={
            "owner": owner.email,
            "lines": [{"sku": v.sku, "count": n} for v, n in counts.items()],
            "late": {"sku": late.sku, "count": late_count},
            "voucher": f"LARDER{marks}",
            "address": flat,
            "list": pantry,
            "done": [tasks[name] for name in ("soap", "tea", "biscuits", "cream")],
            "double": tasks["twice"],
        },
        faults=[
            {
                "id": "added-meanwhile",
                "factor": "C1",
                "service": "todo",
                "on": "search_tasks",
                "nth": 1,
                "effect": "change",
                "actor": ben.name,
                "table": "tasks",
                "insert": {
                    "list_id": pantry,
                    "title": wanted(late, late_count),
                    "notes": note,
                    "created_by": 3,
                    "created_at": "now",
                },
            }
        ],
    )
