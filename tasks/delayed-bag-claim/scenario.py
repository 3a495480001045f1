"""A bag that came days late: claim what the airline pays for, with every receipt for it."""

from decimal import Decimal

from liveclawbench.scenario import Draw, Scenario, scenario, url
from mock_platform.services.airline.world import Airline
from mock_platform.services.email.world import Mail, Mailbox, Sender

MAIL_PASSWORD = "plum-harbour-61"
AIR_PASSWORD = "lantern-quill-5"
PLACES = {"HCY": "Halcyra", "CRV": "Corvessa", "KBY": "Kestrel Bay"}
CLOTHES = ["Shirt", "Trousers", "Sweater", "Socks, 3 pairs", "Blouse", "Underwear"]
TOILET = ["Toothbrush", "Toothpaste", "Shampoo", "Deodorant", "Hairbrush"]
DINNER = ["Soup of the day", "Grilled fish", "Mineral water", "Coffee"]


class Receipts:
    """Makes receipts: files with a number, some lines and their sum."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        self.numbers = draw.sample(range(10_000, 99_999), 8)

    def make(self, shop: str, goods: list[str], low: int, high: int) -> tuple[str, Decimal, str]:
        """Number, total, and the text of the file."""
        number = str(self.numbers.pop())
        lines = [
            (
                name,
                Decimal(self.draw.integer(low, high)) + Decimal("0.05") * self.draw.integer(0, 19),
            )
            for name in self.draw.sample(goods, self.draw.integer(2, 3))
        ]
        total = sum((price for _, price in lines), Decimal("0.00"))
        rows = "".join(f"{name:<24}{price:>8.2f}\n" for name, price in lines)
        head = f"{shop}\nReceipt no. {number}\n\n"
        return (
            number,
            total,
            f"{head}{rows}{'Total EUR':<24}{total:>8.2f}\nPaid by card. Thank you.\n",
        )


@scenario
def build(draw: Draw) -> Scenario:
    world = draw.world()
    office = world.firm("consulting")
    owner = world.person(office)
    fellow = world.person(office)
    colleagues = world.people(6, office)
    there = draw.choice(sorted(PLACES))
    city = PLACES[there]

    air = Airline(world)
    air.schedule(-2, 20)
    user = air.customer(owner, AIR_PASSWORD)
    me, her = (owner.first, owner.last, "1984-05-11"), (fellow.first, fellow.last, "1990-09-23")
    for days, place, fare in ((148, "NMR", "premium"), (83, "SBR", "light")):
        flights = air.flight("PEL", place, -days), air.flight(place, "PEL", -days + 3)
        air.book(user, [me], [flights[0]], inbound=[flights[1]], fare=fare, days=days + 25)
    before = air.flight("PEL", "VDN", -46, 1), air.flight("VDN", "PEL", -43, 2)
    earlier = air.book(user, [me], [before[0]], inbound=[before[1]], days=70, seats=True)
    old_tag = f"NW {draw.integer(200_000, 299_999)}"
    paid = air.claim(
        earlier,
        before[1],
        "baggage_delayed",
        40,
        status="paid",
        passenger_id=air.tables["passengers"][-1]["id"],
        asked=Decimal("58.40"),
        amount=Decimal("58.40"),
        bag_tag=old_tag,
        description="My suitcase came a day later.",
        submitted_at="-40d 20:30",
        decided_at="-33d 09:00",
        decision="We have sent the amount to your card.",
    )
    air.document(
        paid, "receipt", "receipt.txt", "Fenwick & Sole\nReceipt no. 5521\nTotal EUR 58.40\n"
    )
    out, back = air.flight("PEL", there, -14), air.flight(there, "PEL", -9)
    trip = air.book(user, [her, me], [out], inbound=[back], days=38, seats=True)
    mine = next(
        p
        for p in air.tables["passengers"]
        if p["booking_id"] == trip["id"] and (p["first_name"], p["last_name"]) == me[:2]
    )
    ahead = air.flight("PEL", "VDN", 9, 0), air.flight("VDN", "PEL", 11, 2)
    air.book(user, [me], [ahead[0]], inbound=[ahead[1]], days=6)

    tag, her_tag = (f"NW {n}" for n in draw.sample(range(310_000, 389_999), 2))
    desk = Sender(f"Northway Baggage, {city}", "baggage@northway-air.example")
    box = Mailbox(world, owner, MAIL_PASSWORD, signature=owner.first)
    box.background([*colleagues, fellow])
    box.thread(
        Mail(
            desk,
            [owner],
            f"Your baggage report, {out['number']}",
            f"Dear {owner.name},\n\nwe have taken down that two bags of your party did not arrive "
            f"with {out['number']}:\n\n{fellow.name}: {her_tag}, a blue holdall\n{owner.name}: "
            f"{tag}, a grey suitcase\n\nUntil a bag reaches you we pay for what you have to buy in "
            f"its place, that is clothing and toiletries. We do not pay for meals and drinks, for "
            f"transport, or for what is bought after the bag has been handed over.\n\nPlease make "
            f"the claim on our site, one for each passenger, with the number of the bag tag, the "
            f"sum, and the receipt for every purchase.\n\nNorthway Baggage, {city}",
            days=14,
            at="15:25",
        ),
        Mail(
            desk,
            [owner],
            "",
            f"Dear {owner.name},\n\ngood news: the holdall {her_tag} was on the evening flight and "
            f"has been handed over to {fellow.name}. We are still looking for {tag}.\n\nNorthway "
            f"Baggage, {city}",
            days=14,
            at="21:40",
        ),
        Mail(
            desk,
            [owner],
            "",
            f"Dear {owner.name},\n\nthe suitcase {tag} has been found, and our driver has just "
            f"left it at the reception of your hotel. We apologise.\n\nNorthway Baggage, {city}",
            days=11,
            at="10:05",
        ),
    )
    till = Receipts(draw)
    tailor, chemist = f"Ostrova Clothing, {city}", f"The Harbour Pharmacy, {city}"
    tavern = f"Taverna Lido, {city}"
    buys = {
        "first": (tailor, till.make(tailor, CLOTHES, 12, 38), 14, "17:10"),
        "chemist": (chemist, till.make(chemist, TOILET, 2, 9), 14, "18:02"),
        "dinner": (tavern, till.make(tavern, DINNER, 5, 24), 13, "20:44"),
        "second": (tailor, till.make(tailor, CLOTHES, 12, 34), 12, "08:50"),
        "after": (tailor, till.make(tailor, CLOTHES, 15, 39), 11, "16:35"),
        "before": ("Fenwick & Sole", till.make("Fenwick & Sole", CLOTHES, 15, 39), 17, "12:20"),
    }
    for shop, (number, _, text), days, at in buys.values():
        receipt_mail(box, owner, shop, number, text, days, at)
    shop, (number, _, text), _, _ = buys["first"]
    receipt_mail(box, owner, shop, number, text, 12, "06:00", again=True)
    right = [buys[name][1] for name in ("first", "chemist", "second")]
    wrong = [buys[name][1] for name in ("dinner", "after", "before")]
    total = sum((receipt[1] for receipt in right), Decimal("0.00"))
    draw.require(len({r[1] for r in (*right, *wrong)}) == 6, "sums that differ")
    return Scenario(
        instruction=f"""
            When I flew to {city} two weeks ago with Northway Air, my suitcase arrived days after
            me, and I had to buy a few things. Please claim on their site what they owe me for
            that, with the receipts, and hand the claim in today. What their baggage desk wrote to
            me about it, and the receipts that the shops sent, are all in my mail. Just for my own
            bag, please: {fellow.first}, who flew with me, has settled the other one.

            Northway Air: {url("airline")}, {owner.email}, password {AIR_PASSWORD}
            My mail: {url("email")}, {owner.email}, password {MAIL_PASSWORD}
        """,
        services={"airline": air.tables, "email": box.tables()},
        told={
            "air": url("airline"),
            "air_password": AIR_PASSWORD,
            "mail": url("email"),
            "mail_password": MAIL_PASSWORD,
            "email": owner.email,
            "name": owner.name,
            "city": city,
        },
        expected={
            "owner": owner.email,
            "booking": trip["id"],
            "flight": out["id"],
            "passenger": mine["id"],
            "tag": tag,
            "total": total,
            "receipts": [receipt[0] for receipt in right],
            "others": [*(receipt[0] for receipt in wrong), "5521"],
        },
        faults=[
            {
                "id": "receipt-not-stored",
                "factor": "C2",
                "service": "airline",
                "on": "upload_document",
                "nth": 1,
                "effect": "drop",
            }
        ],
    )


def receipt_mail(box, owner, shop, number, text, days, at, *, again=False) -> None:
    """What a shop sends after a purchase, or once more."""
    name = shop.split(",")[0]
    sender = Sender(name, f"till@{name.lower().replace(' & ', '-').replace(' ', '-')}.example")
    subject = f"Your receipt from {name}"
    body = "Thank you for your purchase. Your receipt is attached."
    if again:
        subject = f"A copy of your receipt from {name}"
        body = "You asked us at the till for a copy of your receipt. It is attached."
    files = [(f"receipt-{number}{'-copy' if again else ''}.txt", text)]
    box.thread(Mail(sender, [owner], subject, body, days=days, at=at, attachments=files))
