"""A gift that is too small: the ordinary window is over, the one for gifts is not."""

from decimal import Decimal

from liveclawbench.scenario import Draw, Scenario, scenario, url
from mock_platform.services.email.world import Mail, Mailbox
from mock_platform.services.shop.world import Shop

MAIL_PASSWORD = "saffron-ferry-19"
SHOP_PASSWORD = "pebble-orchard-3"
SIZES = ["S", "M", "L", "XL"]
COLOURS = ["Moss", "Slate", "Mustard", "Navy"]


@scenario
def build(draw: Draw) -> Scenario:
    world = draw.world()
    office = world.firm("media")
    owner = world.person(office)
    cousin = world.person(last=owner.last)
    namesake = world.person(office, first=cousin.first)
    colleagues = world.people(5, office)

    size = draw.integer(0, 2)
    given, wanted = SIZES[size], SIZES[size + 1]
    first, second, refused = draw.sample(COLOURS, 3)
    series = draw.choice(["Gannet", "Ridge", "Squall", "Cairn"])
    price = Decimal(draw.integer(98, 148)) + Decimal("0.90")

    shop = Shop(world, owner, SHOP_PASSWORD)
    shop.catalogue(without=["jackets"])
    shelf = {(first, given): 3, (second, wanted): draw.integer(1, 4), (first, wanted): 0}
    jacket = shop.product(
        "jackets",
        f"{series} rain jacket",
        "Skerry",
        [
            (f"{colour}, {s}", price, shelf.get((colour, s), draw.integer(1, 8)))
            for colour in COLOURS
            for s in SIZES
        ],
        features={"waterproof": "10,000 mm", "hood": "fixed"},
        rating=4.5,
        rating_count=211,
    )
    light = shop.product(
        "jackets",
        f"{series} wind jacket",
        "Skerry",
        [(f"{colour}, {s}", price - 30, draw.integer(2, 8)) for colour in COLOURS for s in SIZES],
        features={"waterproof": "5,000 mm", "hood": "none"},
        rating=4.3,
        rating_count=97,
    )
    shop.address("Home", owner.address, default=True)
    to_cousin = shop.address(cousin.first, cousin.address)
    shop.addresses[-1]["recipient"] = cousin.name
    shop.card("Visor", default=True)
    shop.history()
    tea = next(p for p in shop.products if p.category == "tea")
    delivered = draw.integer(37, 52)
    bought = jacket.variant(f"{first}, {given}")
    present = shop.order(
        [(bought, 1), (tea.variants[0], 1)],
        days=delivered + 3,
        delivered_days=delivered,
        address=to_cousin,
        gift=True,
    )
    shop.order([(light.variant(f"{first}, {given}"), 1)], days=15, delivered_days=12)

    box = Mailbox(world, owner, MAIL_PASSWORD, signature=owner.first)
    box.background([*colleagues, namesake])
    box.contacts.append(cousin)
    box.thread(
        Mail(
            cousin,
            [owner],
            "Your present!",
            f"Dear {owner.first},\n\nI'm only back from the island now and have unpacked it: "
            f"what a jacket, thank you! I tried it over the thick sweater, though, and I can't "
            f"lift my arms. Do you think the shop would give me one size larger? I love the "
            f"{first.lower()}, but if they have run out of it, {second.lower()} is fine too. Just "
            f"not {refused.lower()}, I look ill in that.\n\n{cousin.first}",
            days=11,
            at="19:12",
        ),
        Mail(
            owner,
            [cousin],
            "",
            f"Dear {cousin.first},\n\nglad you like it! I'll see what the shop says.\n\n"
            f"{owner.first}",
            days=10,
            at="08:05",
            folder="Sent",
        ),
        Mail(
            cousin,
            [owner],
            "",
            f"No hurry, it hasn't rained here for a week. Keep the tea, I mean: I have drunk it "
            f"already.\n\n{cousin.first}",
            days=4,
            at="21:40",
            unread=True,
        ),
    )
    box.thread(
        Mail(
            namesake,
            [owner],
            "The jacket",
            f"Hi {owner.first},\n\nI still have the jacket you lent me after the excursion. Shall "
            f"I bring it on Monday?\n\n{namesake.first}",
            days=3,
            at="14:20",
            unread=True,
        ),
    )
    thread = next(m.thread for m in box.mails if m.subject == "Your present!")
    shop_tables = shop.tables()
    order = shop.number_of(present)
    order_id = next(o["id"] for o in shop_tables["orders"] if o["number"] == order)
    line = next(
        i
        for i in shop_tables["order_lines"]
        if i["order_id"] == order_id and i["sku"] == bought.sku
    )
    right = jacket.variant(f"{second}, {wanted}")
    return Scenario(
        instruction=f"""
            My cousin {cousin.first} has written to me about the jacket that was my present: it
            doesn't fit. Please sort that out with Quayside, where I bought it: have it exchanged
            for what {cousin.first} would like, as far as their terms and their stock allow it. I
            don't want the money back and I don't want to buy anything new. Then answer the mail
            and say what will come, with the number that the shop has given the exchange.

            Quayside: {url("shop")}, {owner.email}, password {SHOP_PASSWORD}
            My mail: {url("email")}, {owner.email}, password {MAIL_PASSWORD}
        """,
        services={"shop": shop_tables, "email": box.tables()},
        told={
            "shop": url("shop"),
            "shop_password": SHOP_PASSWORD,
            "mail": url("email"),
            "mail_password": MAIL_PASSWORD,
            "email": owner.email,
            "cousin": cousin.first,
            "surname": owner.last,
        },
        expected={
            "owner": owner.email,
            "cousin": cousin.email,
            "thread": thread,
            "line": line["id"],
            "sku": right.sku,
            "colour": second,
            "size": wanted,
            "colours": COLOURS,
            "first_colour": first,
            "refused_colour": refused,
            "given_size": given,
        },
    )
