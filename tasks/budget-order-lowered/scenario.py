"""Headsets out of what a budget has left, while somebody is still cutting budgets."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from liveclawbench.scenario import Draw, Scenario, scenario, url
from mock_platform.services.chat.world import Huddle, Line
from mock_platform.services.chat.world import user as huddle_user
from mock_platform.services.email.world import Mail, Mailbox, Sender
from mock_platform.services.finance.world import Ledger, books

BOOKS_PASSWORD = "cobalt-meadow-85"
MAIL_PASSWORD = "walnut-gannet-7"
CHAT_PASSWORD = "paper-estuary-31"
ACCOUNT = "6420"
DAYS = 14


@dataclass
class Offer:
    """What a vendor offers for a piece, and the vendor's record in the books."""

    model: str
    price: Decimal
    vendor: dict[str, Any]
    wireless: bool = True
    mute: str = "on the ear cup"
    days: int = 8

    def text(self, most: int) -> str:
        air = "wireless" if self.wireless else "with a cable of two metres"
        return (
            f"our headset {self.model} is {air}, with the mute button {self.mute}. For up to "
            f"{most} pieces we ask {self.price} euros each, without tax and with delivery, and "
            f"they would be with you {self.days} days after your order."
        )


def trim(ledger: Ledger, left: Decimal, draw: Draw) -> dict[str, Any]:
    """The month's budget of the account, so that after some purchases so much is left."""
    for text in ("Keys and Cables, card 4471", "Harrowick Electrical, card 8020"):
        amount = Decimal(draw.integer(6_000, 24_000)) / 100
        sides = [(ACCOUNT, amount), ("1200", -amount)]
        ledger.transaction("+0month 1", sides, kind="bank", by=6, memo=text)
        left += amount
    budget = next(
        b
        for b in ledger.tables["budgets"]
        if b["account_id"] == ledger.account(ACCOUNT) and b["month"] == "+0month"
    )
    budget["amount"] = left
    return budget


def talk(huddle: Huddle, wish: dict[str, Any]) -> int:
    """What the team lead wants, over some days, in a channel; its id."""
    channel = huddle.channel("newcomers", [4, 1, 2, 3, 6], purpose="Who starts when, and with what")
    me = huddle.people[0]["handle"]
    first = Line(
        4,
        f"@{me} the new people need headsets, {wish['first']} of them. They must be wireless, have "
        f"the mute button on the ear cup, not somewhere on a cable or in a program, and be here "
        f"within {DAYS} days.",
        4 * 1440,
    )
    first.answers.append(
        Line(1, "I have asked around for offers, they come by mail.", 4 * 1440 - 50)
    )
    huddle.say(channel, first)
    huddle.say(channel, Line(6, "Their chairs are here, all of them.", 3 * 1440))
    huddle.say(
        channel,
        Line(
            4,
            f"Tried some at the fair: the {wish['model']} is far and away the nicest. If it can be "
            f"paid from what is left of the month, take that one. If not, the cheapest of the "
            f"others that have all I wrote will do.",
            2 * 1440,
        ),
    )
    huddle.say(
        channel,
        Line(4, f"Two contracts came back today, so it is {wish['count']} people now.", 1440),
    )
    huddle.say(channel, Line(2, "Welcome breakfast is in the kitchen, by the way.", 900))
    return channel


@scenario
def build(draw: Draw) -> Scenario:
    world = draw.world()
    office = world.firm("consulting")
    staff = world.people(9, office)
    controller, lead, owner = staff[0], staff[3], staff[4]
    draw.require(len({p.first for p in (controller, lead, owner)}) == 3, "different first names")
    clients = [world.firm(kind).name for kind in ("engineering", "health", "finance", "media")]
    ledger, _ = books(world, staff, clients, {owner.email: BOOKS_PASSWORD})

    def vendor(**values: Any) -> dict[str, Any]:
        firm = world.firm("supplies")
        mail = f"sales@{firm.domain}"
        return ledger.vendor(firm.name, email=mail, phone=world.phone(), **values)

    count = draw.integer(9, 13)
    low = draw.integer(62, 78)
    cents = Decimal(draw.choice(["0.40", "0.60", "0.80"]))
    names = draw.sample(["Aria 3", "Corvid 2", "Plover S", "Siskin", "Dunlin", "Fulmar", "Ruff"], 7)
    blocked = {"blocked": True, "blocked_reason": "Delivery stopped, case with the lawyers"}
    nicest = Offer(names[0], low + draw.integer(38, 46) + cents, vendor(), days=6)
    right = Offer(names[1], low + cents, vendor(), days=draw.integer(9, 13))
    offers = [
        nicest,
        right,
        Offer(names[2], low - 9 + cents, vendor(), mute="on the cable"),
        Offer(names[3], low - 7 + cents, vendor(), days=draw.integer(19, 30)),
        Offer(names[4], low + draw.integer(4, 7) + cents, vendor(), days=5),
        Offer(names[5], low - 5 + cents, vendor(**blocked), days=7),
        Offer(names[6], low - 12 + cents, vendor(), wireless=False),
    ]
    before = Offer(nicest.model, low + 12 + cents, nicest.vendor, days=6)
    lowered = (low + draw.integer(14, 18)) * count
    left = nicest.price * count + draw.integer(20, 80)
    budget = trim(ledger, left, draw)
    spent = budget["amount"] - left
    draw.require(before.price * count < lowered < nicest.price * (count - 2), "a cut that matters")

    people = [
        huddle_user(number, person, CHAT_PASSWORD if person is owner else ledger.iban())
        for number, person in enumerate([owner, *staff[:2], lead, *staff[5:8]], 1)
    ]
    people[1]["role"] = "admin"
    draw.require(len({p["handle"] for p in people}) == len(people), "handles of their own")
    huddle = Huddle(world, people)
    wish = {"first": count - 2, "count": count, "model": nicest.model}
    channel = talk(huddle, wish)
    huddle.background()

    box = Mailbox(world, owner, MAIL_PASSWORD, signature=f"{owner.name}\n{office.name}")
    box.background([p for p in staff if p is not owner])
    for offer in draw.shuffle(offers):
        sender = Sender(f"{offer.vendor['name']}, sales", offer.vendor["email"])
        asked = f"Dear {owner.first},\n\nthank you for asking. "
        body = f"{asked}As to your question, {offer.text(20)}"
        if offer is nicest:
            box.thread(
                Mail(
                    sender,
                    [owner],
                    "Our offer",
                    f"{asked}As to your question, {before.text(20)}\n\nWith kind regards\n"
                    f"{offer.vendor['name']}",
                    days=4,
                    at="11:37",
                ),
                Mail(
                    sender,
                    [owner],
                    "",
                    f"Dear {owner.first},\n\nI am sorry, I took the price from last year's list. "
                    f"Please throw that offer away: {offer.text(20)}\n\nWith kind regards\n"
                    f"{offer.vendor['name']}",
                    days=2,
                    at="09:12",
                ),
            )
            continue
        box.thread(
            Mail(
                sender,
                [owner],
                draw.choice(["Our offer", "Headsets", "Your enquiry"]),
                f"{body}\n\nWith kind regards\n{offer.vendor['name']}",
                days=draw.integer(1, 4),
                at=f"{draw.integer(8, 16):02}:{draw.integer(10, 59)}",
                unread=draw.chance(0.4),
            )
        )
    return Scenario(
        instruction=f"""
            Please draw up the order for the headsets of the new people in Ledgerline. {lead.name}
            has written in Huddle (#newcomers) what they should be like and how many, and the
            offers are in my mail. The order goes on account {ACCOUNT}, dated today, and has to fit
            into what is left of this month's budget of that account: before tax, by what is
            posted. {controller.first} is still going through the budgets with the knife today, and
            I promised that my order fits what the budget says once it is in, so leave no other
            order of ours standing. {controller.first} approves it afterwards.

            When that's settled tell {lead.first} in #newcomers which headset it will be and the
            number of the order.

            Ledgerline: {url("finance")}, {owner.email}, password {BOOKS_PASSWORD}
            Huddle: {url("chat")}, {owner.email}, password {CHAT_PASSWORD}
            My mail: {url("email")}, {owner.email}, password {MAIL_PASSWORD}
        """,
        services={
            "finance": ledger.tables,
            "chat": huddle.tables(),
            "email": box.tables(),
        },
        told={
            "books": url("finance"),
            "books_password": BOOKS_PASSWORD,
            "chat": url("chat"),
            "chat_password": CHAT_PASSWORD,
            "mail": url("email"),
            "mail_password": MAIL_PASSWORD,
            "email": owner.email,
            "channel": "newcomers",
            "lead": lead.name,
            "account": ACCOUNT,
        },
        expected={
            "owner": owner.email,
            "channel": channel,
            "account": ACCOUNT,
            "vendor": right.vendor["id"],
            "price": right.price,
            "model": right.model,
            "others": [offer.model for offer in offers if offer is not right],
            "pieces": count,
            "left": lowered,
        },
        faults=[
            {
                "id": "budget-lowered",
                "factor": "C1",
                "service": "finance",
                "on": "create_order",
                "nth": 1,
                "effect": "change",
                "table": "budgets",
                "where": {"id": budget["id"]},
                "set": {"amount": str(lowered + spent)},
                "actor": controller.name,
            }
        ],
    )
