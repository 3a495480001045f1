"""The board gets three months' figures; what they hold and who gets them was settled by mail."""

from decimal import Decimal

from liveclawbench.scenario import Draw, Scenario, scenario, url
from mock_platform.services.email.world import Mail, Mailbox, Sender
from mock_platform.services.finance.history import Year
from mock_platform.services.finance.world import STOCK, Ledger

MAIL_PASSWORD = "marble-otter-64"
BOOKS_PASSWORD = "walnut-signal-8"


@scenario
def build(draw: Draw) -> Scenario:
    world = draw.world()
    cast = world.cast()
    owner, partner = cast.owner, cast.colleagues[0]
    chair, steady, moved, leaving, joining = world.people(5)
    names = [p.first for p in (owner, partner, chair, steady, moved, leaving, joining)]
    draw.require(len(set(names)) == len(names), "first names that tell people apart")
    provider = draw.choice(["lakeside-post.example", "brightpost.example", "millhouse.example"])
    moved_to = Sender(moved.name, f"{moved.email.split('@')[0]}@{provider}")

    ledger = Ledger(world)
    roles = ["clerk", "controller", "approver", "approver", *["clerk"] * 5]
    for person, role in zip(cast.staff, roles, strict=True):
        ledger.user(person.name, person.email, role, BOOKS_PASSWORD)
    ledger.chart()
    Year(ledger, [person.name for person in cast.clients], STOCK).write()
    for month in range(-6, 0):
        net = Decimal(draw.integer(22_000, 31_000)) + Decimal(draw.integer(1, 99)) / 100
        fee(ledger, f"{month}month 12", net, cast.clients[month % 4].name)
        talk = Decimal(draw.integer(600, 1900)) + Decimal(draw.integer(1, 99)) / 100
        fee(ledger, f"{month}month 19", talk, cast.clients[(month + 1) % 4].name, "4100")
    gain = Decimal(draw.integer(900, 2600)) + Decimal(draw.integer(1, 99)) / 100
    sides = [("1200", gain), ("4800", -gain)]
    ledger.transaction("-2month 14", sides, kind="bank", by=2, memo="Securities sold by the bank")
    late = Decimal(draw.integer(3_000, 7_000)) + Decimal(draw.integer(1, 99)) / 100
    fee(ledger, "-1month 27", late, cast.clients[0].name, posted=False)

    box = Mailbox(world, owner, MAIL_PASSWORD, f"{owner.name}\n{cast.firm.name}")
    box.background([*cast.colleagues, *cast.clients])
    box.contacts += [chair, steady, moved, leaving]
    box.thread(
        Mail(
            chair,
            [owner],
            "Figures for the board",
            f"Dear {owner.first},\n\nbefore each meeting the board would like a short mail with "
            f"the figures of the last three months that are over: for each month, and for the "
            f"three together, the income, the expenses and what is left of it, to the cent. "
            f"Please leave gains on securities out of the income and depreciation out of the "
            f"expenses, we look at those once a year. And only what is posted, no drafts.\n\n"
            f"{chair.first}",
            days=33,
            at="10:12",
            folder="Archive",
        ),
        Mail(
            owner,
            [chair],
            "",
            f"Dear {chair.first},\n\nthat's easily done. Who is to get it?\n\n{owner.first}",
            days=33,
            at="14:31",
            folder="Sent",
        ),
        Mail(
            chair,
            [owner],
            "",
            f"{steady.name}, {moved.name}, {leaving.name} and me. And {partner.name} at your "
            f"place in copy, so that nobody in the house is surprised.\n\n{chair.first}",
            days=32,
            at="08:50",
            folder="Archive",
        ),
    )
    box.thread(
        Mail(
            leaving,
            [owner, chair],
            "My seat on the board",
            f"Dear both,\n\nas I told you on the telephone, I give up my seat now that we move "
            f"abroad. Please do not send me any papers from now on.\n\nAll the best\n"
            f"{leaving.name}",
            days=15,
            at="19:20",
        ),
        Mail(
            chair,
            [owner],
            "Re: My seat on the board",
            f"Dear {owner.first},\n\na pity, but we have been lucky: {joining.name} has agreed to "
            f"step in and gets all that {leaving.first} got. The address is {joining.email}.\n\n"
            f"{chair.first}",
            days=11,
            at="09:06",
        ),
    )
    box.thread(
        Mail(
            moved_to,
            [owner],
            "New address",
            f"Hello {owner.first},\n\nI have changed my mail provider. Please use this address "
            f"for everything from now on, the old mailbox is closed.\n\n{moved.name}",
            days=6,
            at="21:14",
        ),
    )
    box.thread(
        Mail(
            chair,
            [owner],
            "Next meeting",
            f"Dear {owner.first},\n\nwe meet next week. Could we have the figures before that, as "
            f"we said?\n\n{chair.first}",
            days=1,
            at="17:35",
            unread=True,
        ),
    )
    return Scenario(
        instruction=f"""
            Our board meets next week and would like to have the figures of the last three months
            that are over. Please take them from our books in Ledgerline and send them round, in
            one mail and in its text, not as a file. What they want to see and who gets it is what
            {chair.name} and I have agreed on by mail, so please stick to that.

            Ledgerline: {url("finance")}, {owner.email}, password {BOOKS_PASSWORD}
            My mail: {url("email")}, {owner.email}, password {MAIL_PASSWORD}
        """,
        services={"email": box.tables(), "finance": ledger.tables},
        told={
            "books": url("finance"),
            "books_password": BOOKS_PASSWORD,
            "mail": url("email"),
            "mail_password": MAIL_PASSWORD,
            "email": owner.email,
            "chair": chair.name,
        },
        expected={
            "owner": owner.email,
            "board": sorted([chair.email, steady.email, moved_to.email, joining.email]),
            "copy": partner.email,
            "left_out": ["4800", "6500"],
        },
        dormant=[
            {
                "id": "mail-not-sent",
                "factor": "C2",
                "service": "email",
                "on": "send_message",
                "nth": 1,
                "effect": "drop",
            }
        ],
    )


def fee(
    ledger: Ledger,
    day: str,
    net: Decimal,
    client: str,
    account: str = "4000",
    *,
    posted: bool = True,
) -> None:
    """A client's payment, or one that has been entered and not posted yet."""
    tax = (net / 5).quantize(Decimal("0.01"))
    sides = [("1200", net + tax), (account, -net), ("2400", -tax)]
    text = "Payment of our fee note"
    ledger.transaction(day, sides, kind="bank", by=6, memo=text, counterparty=client, posted=posted)
