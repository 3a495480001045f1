"""A trip abroad to hand in: receipts in the mail, meals and evenings in the calendar."""

from collections.abc import Sequence
from typing import Any

from liveclawbench.scenario import Draw, Scenario, scenario, url
from mock_platform.services.calendar.world import Almanac, Guest, Plan
from mock_platform.services.email.world import Mail, Mailbox, Sender
from mock_platform.services.expense.world import Ledger
from mock_platform.world import Cast, World

TALLY_PASSWORD = "marble-curlew-62"
MAIL_PASSWORD = "ginger-mast-39"
CALENDAR_PASSWORD = "tulip-anvil-14"
FIRST, LAST = 32, 28
"""How many days ago the trip began and ended; a new rate began 30 days ago."""


def crowns(draw: Draw, low: int, high: int) -> str:
    return f"{draw.integer(low, high)}.{draw.choice(['00', '50', '25', '75'])}"


def tally(world: World, cast: Cast) -> Ledger:
    """The firm's expenses; the owner is the first user."""
    roles = {2: "approver", 3: "finance"}
    people = [
        {
            "id": number,
            "email": person.email,
            "name": person.name,
            "password": TALLY_PASSWORD if person is cast.owner else f"{world.phone()} {number}",
            "role": roles.get(number, "employee"),
            "department": "Management" if number == 2 else "Projects",
            "manager_id": None if number == 2 else 2,
        }
        for number, person in enumerate(cast.staff, 1)
    ]
    ledger = Ledger(world, people)
    ledger.background()
    return ledger


class Diary:
    """The calendar, in which the trip's own events are by days and not by working days."""

    def __init__(self, world: World, cast: Cast) -> None:
        self.almanac = Almanac(world, cast, CALENDAR_PASSWORD)
        self.almanac.background()
        self.owner = cast.owner
        near = range(-26, -17)
        self.almanac.plans = [
            plan
            for plan in self.almanac.plans
            if plan.rule or plan.day not in near or not self._concerns(plan)
        ]
        self.when: dict[str, tuple[str, str]] = {}

    def _concerns(self, plan: Plan) -> bool:
        return plan.organiser is self.owner or any(g.person is self.owner for g in plan.guests)

    def add(
        self,
        title: str,
        days: int,
        at: str,
        until: str,
        guests: Sequence[Guest] = (),
        *,
        all_day: bool = False,
        **more: Any,
    ) -> None:
        """An event so many days ago; one of all day lasts until the end of the trip."""
        plan = Plan(
            self.owner, title, -20, "09:00", 60, guests, zone="UTC", days=int(all_day), **more
        )
        code = self.almanac.add(plan).code
        self.when[code] = (f"-{days}d {at}", f"-{LAST if all_day else days}d {until}")

    def tables(self) -> dict[str, list[dict[str, Any]]]:
        tables = self.almanac.tables()
        for event in tables["events"]:
            if event["code"] in self.when:
                event["starts_at"], event["ends_at"] = self.when[event["code"]]
        return tables


@scenario
def build(draw: Draw) -> Scenario:
    world = draw.world()
    cast = world.cast()
    owner, finance, colleague = cast.owner, cast.colleagues[1], cast.colleagues[4]
    draw.require(len({owner.first, finance.first, colleague.first}) == 3, "different first names")
    hotel = draw.choice(["Pension Orla", "Hotel Beacon", "The Ropewalk Inn"])
    table = draw.choice(["Skerry Kitchen", "Zum Anker", "The Copper Kettle"])
    host = world.firm("engineering").name
    guests = list(cast.clients[:3])
    night = draw.integer(920, 1090)
    minibar = draw.integer(65, 140)
    kilometres = draw.integer(31, 78)
    amounts = {
        "arrival": crowns(draw, 205, 260),
        "dinner": crowns(draw, 1090, 1290),
        "opera": crowns(draw, 190, 240),
        "fair": crowns(draw, 88, 140),
        "books": crowns(draw, 190, 280),
        "departure": crowns(draw, 261, 320),
    }
    codes = {name: f"{draw.integer(10_000, 99_999)}" for name in (*amounts, "hotel")}
    draw.require(len(set(codes.values())) == len(codes), "receipts with numbers of their own")

    ledger = tally(world, cast)
    entered = ledger.spent(
        1, "TAXI", "Halcyra Cabs", amounts["arrival"], days=FIRST, currency="KRO", receipt=True
    )
    ledger.receipts[-1]["content"] = (
        f"Halcyra Cabs\nNo. {codes['arrival']}\n{amounts['arrival']} KRO\n"
    )

    diary = Diary(world, cast)
    diary.add("Boat fair in Halcyra", FIRST, "00:00", "24:00", all_day=True, calendar="Away")
    dinner = [Guest(p, "accepted") for p in (guests[0], guests[1], colleague)]
    dinner.append(Guest(guests[2], "declined", "Sorry, I fly home in the afternoon."))
    diary.add("Dinner with our clients", 30, "18:30", "21:00", dinner, place=f"{table}, Halcyra")
    lunch = f"{host} have a table for us at the fair and pay for it."
    diary.add(f"Lunch, guests of {host}", 30, "11:30", "13:00", place="Hall 3", text=lunch)
    opera = {"place": "Halcyra Opera", "private": True, "calendar": "Home"}
    diary.add("Opera, at last", 31, "18:30", "21:30", **opera)
    diary.add("Stand talks", 31, "08:00", "15:00", place="Hall 3")
    diary.add("Stand talks", 29, "08:00", "16:00", place="Hall 1")

    box = Mailbox(world, owner, MAIL_PASSWORD, signature=f"{owner.name}\n{cast.firm.name}")
    box.background(cast.colleagues)

    def mail(
        sender: str, address: str, subject: str, text: str, days: int, at: str, slip: str, code: str
    ) -> None:
        """A mail with its receipt."""
        content = f"{sender}\nNo. {codes[code]}\n{slip}\n"
        box.thread(
            Mail(
                Sender(sender, f"{address}.example"),
                [owner],
                subject,
                f"{text}\n\n{sender}",
                days=days,
                at=at,
                attachments=[(f"{code if code != 'opera' else 'ride'}-{codes[code]}.txt", content)],
            )
        )

    def cab(days: int, at: str, text: str, code: str) -> None:
        slip = f"{amounts[code]} KRO"
        text = f"Thank you for riding with us. {text} Fare: {slip}, paid by card."
        mail("Halcyra Cabs", "ride@halcyra-cabs", "Your ride", text, days, at, slip, code)

    cab(FIRST, "16:40", f"Airport to {hotel}.", "arrival")
    cab(30, "06:10", f"Yesterday evening, {hotel} to the Opera and back.", "opera")
    cab(29, "16:55", f"Fair, hall 1, to {hotel}.", "fair")
    cab(LAST, "11:05", f"{hotel} to the airport.", "departure")
    mail(
        table,
        "table@dine-halcyra",
        "Your bill",
        f"It was a pleasure to have you with us this evening. Four menus, wine and water: "
        f"{amounts['dinner']} KRO, paid by card.",
        30,
        "21:15",
        f"4 menus\n{amounts['dinner']} KRO",
        "dinner",
    )
    mail(
        "Harbour Books",
        "shop@harbour-books",
        "Your purchase",
        f"Two novels and a map for walks along the coast: {amounts['books']} KRO, paid by card.",
        29,
        "10:48",
        f"Books\n{amounts['books']} KRO",
        "books",
    )
    total = night * 4 + minibar
    slip = f"4 nights, breakfast included: {night * 4}.00 KRO\nMinibar: {minibar}.00 KRO\n"
    mail(
        hotel,
        "stay@beds-halcyra",
        "Your stay with us",
        f"Thank you for staying with us. You paid {total}.00 KRO this morning; the bill is "
        f"attached. Until next time!",
        LAST,
        "08:20",
        f"{slip}In all: {total}.00 KRO, paid on the day of departure",
        "hotel",
    )
    box.thread(
        Mail(
            finance,
            [owner],
            "Before you travel",
            f"Hi {owner.first},\n\nsince it went wrong for others: the per diem is for what you "
            f"eat at your own cost. A breakfast that is in the price of the room, a lunch somebody "
            f"invites you to and a dinner that you hand in are provided, so say so in Tally. For a "
            f"dinner count everybody who sat there, you too. And nothing private, please: minibar, "
            f"books, what you do after work, and the way there.\n\n{finance.first}",
            days=41,
            at="10:12",
            folder="Archive",
        )
    )
    box.thread(
        Mail(
            colleague,
            [owner],
            "Flights to Halcyra",
            f"Hi {owner.first},\n\nI have booked the flights for both of us on the firm's card, "
            f"3,180.00 KRO each, so there's nothing to hand in for those. See you at the fair!\n\n"
            f"{colleague.first}",
            days=44,
            at="15:30",
        )
    )

    spent = [
        ("hotel", "HOTEL", f"{night * 4}.00", LAST, 4),
        ("dinner", "MEAL", amounts["dinner"], 30, 4),
        ("fair", "TAXI", amounts["fair"], 29, 1),
        ("departure", "TAXI", amounts["departure"], LAST, 1),
    ]
    return Scenario(
        instruction=f"""
            I still have to hand in my trip to the boat fair in Halcyra, about a month ago. Could
            you do that in Tally for me, as one report, and submit it? The receipts came by mail,
            and who I was with and when is in my calendar. {finance.first} once wrote to me what to
            watch out for; it should go through without any violation. One ride I entered already
            while I was there. To the airport and home again I took my own car, {kilometres}
            kilometres each way. And I'd like my per diem for the trip, of course.

            Tally: {url("expense")}, {owner.email}, password {TALLY_PASSWORD}
            My mail: {url("email")}, {owner.email}, password {MAIL_PASSWORD}
            My calendar: {url("calendar")}, {owner.email}, password {CALENDAR_PASSWORD}
        """,
        services={
            "expense": ledger.tables(),
            "email": box.tables(),
            "calendar": diary.tables(),
        },
        told={
            "tally": url("expense"),
            "tally_password": TALLY_PASSWORD,
            "mail": url("email"),
            "mail_password": MAIL_PASSWORD,
            "calendar": url("calendar"),
            "calendar_password": CALENDAR_PASSWORD,
            "email": owner.email,
            "place": "Halcyra",
            "finance": finance.first,
            "kilometres": kilometres,
        },
        expected={
            "owner": owner.email,
            "entered": entered,
            "entered_amount": amounts["arrival"],
            "first": FIRST,
            "last": LAST,
            "kilometres": kilometres * 2,
            "spent": [
                {
                    "name": name,
                    "category": category,
                    "amount": amount,
                    "days": days,
                    "quantity": quantity,
                    "receipt": codes[name],
                }
                for name, category, amount, days, quantity in spent
            ],
            "per_diem": {
                "full_days": 3,
                "part_days": 2,
                "breakfasts": 4,
                "lunches": 1,
                "dinners": 1,
            },
        },
    )
